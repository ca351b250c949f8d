import type en from '../en/places.ts'

export default {
  'places.zoom-in': 'Agrandir',
  'places.zoom-out': 'Réduire',
  'places.map': 'Carte du monde',
  'places.map.how':
    'Faites glisser pour déplacer, pincez pour agrandir. Les flèches déplacent la carte, plus et moins l’agrandissent et la réduisent.',
  'places.source': 'Carte : Natural Earth. Elle connaît les villes, pas les rues. Noms de villes : Unicode CLDR.',
  'places.title': 'Sur la carte',
  'places.text': 'Ce n’est pas obligatoire. Les acheteurs voient ainsi de quelle ville vous vendez.',
  'places.address.hint':
    'Telle que les acheteurs et les transporteurs doivent la lire. Elle reste comme vous l’écrivez.',
  'places.search': 'Chercher ville ou pays',
  'places.none': 'Aucune ville de ce nom. Essayez en caractères latins ou par le pays.',
  'places.found': '{n, plural, one {# lieu trouvé} many {# de lieux trouvés} other {# lieux trouvés}}',
  'places.in': '{place}, {country}',
  'places.locate': 'Utiliser ma position',
  'places.locate.failed': 'Votre position n’a pas pu être obtenue. Cherchez une ville ou déplacez la carte.',
  'places.no-point': 'Aucun lieu choisi',
  'places.near': 'Choisi : près de {place}',
  'places.far': 'Choisi : un lieu loin de toute ville',
  'places.remove': 'Supprimer le lieu',
  'places.choose': 'Choisir sur la carte',
  'places.chosen': 'Choisi sur la carte. Modifier',
  'places.open': 'Voir sur la carte',
  'places.unknown': 'La carte ne connaît pas cette ville',
  'places.unknown.text': 'Une ville n’est montrée que si elle est la seule de ce nom dans son pays.',
  'places.town-only': 'Ville uniquement, pas l’adresse exacte.',
} satisfies Record<keyof typeof en, string>
