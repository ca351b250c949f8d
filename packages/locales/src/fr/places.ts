import type en from '../en/places.ts'

export default {
  'places.zoom-in': 'Zoom avant',
  'places.zoom-out': 'Zoom arrière',
  'places.map': 'Carte du monde',
  'places.map.how':
    'Faites glisser pour déplacer, pincez pour zoomer. Les flèches déplacent la carte, plus et moins zooment.',
  'places.source': 'Carte : Natural Earth (villes uniquement, sans rues). Noms de villes : Unicode CLDR.',
  'places.title': 'Sur la carte',
  'places.text': 'Facultatif. Indique aux acheteurs de quelle ville vous vendez.',
  'places.address.hint': 'Saisissez-la telle que les acheteurs et les transporteurs doivent la voir.',
  'places.search': 'Chercher ville ou pays',
  'places.none': 'Aucun résultat. Essayez en caractères latins ou cherchez par pays.',
  'places.found': '{n, plural, one {# lieu trouvé} many {# de lieux trouvés} other {# lieux trouvés}}',
  'places.in': '{place}, {country}',
  'places.locate': 'Utiliser ma position',
  'places.locate.failed': 'Impossible d’obtenir votre position. Cherchez une ville ou déplacez la carte.',
  'places.no-point': 'Aucun lieu choisi',
  'places.near': 'Choisi : près de {place}',
  'places.far': 'Choisi : loin de toute ville',
  'places.remove': 'Supprimer le lieu',
  'places.choose': 'Choisir sur la carte',
  'places.chosen': 'Choisi sur la carte. Modifier',
  'places.open': 'Voir sur la carte',
  'places.unknown': 'Ville introuvable sur la carte',
  'places.unknown.text': 'Une ville n’est affichée que si son nom est unique dans le pays.',
  'places.town-only': 'Affiche la ville uniquement, pas l’adresse exacte.',
} satisfies Record<keyof typeof en, string>
