import type en from '../en/places.ts'

export default {
  'places.zoom-in': 'Ingrandisci',
  'places.zoom-out': 'Riduci',
  'places.map': 'Mappa del mondo',
  'places.map.how':
    'Trascini per spostare, usi due dita per ingrandire. Le frecce spostano la mappa, più e meno la ingrandiscono e la riducono.',
  'places.source': 'Mappa: Natural Earth. Conosce le città, non le vie. Nomi delle città: Unicode CLDR.',
  'places.title': 'Sulla mappa',
  'places.text': 'Non è obbligatorio. Mostra agli acquirenti da quale città vende.',
  'places.address.hint': 'Come devono leggerlo acquirenti e corrieri. Resta come lo scrive.',
  'places.search': 'Cerca una città o un paese',
  'places.none': 'Nessuna città con questo nome. Provi con caratteri latini o con il paese.',
  'places.found': '{n, plural, one {# luogo trovato} many {# di luoghi trovati} other {# luoghi trovati}}',
  'places.in': '{place}, {country}',
  'places.locate': 'Usa la mia posizione',
  'places.locate.failed': 'Impossibile ottenere la sua posizione. Cerchi una città o sposti la mappa.',
  'places.no-point': 'Nessun luogo scelto',
  'places.near': 'Scelto: vicino a {place}',
  'places.far': 'Scelto: un luogo lontano da ogni città',
  'places.remove': 'Rimuovi il luogo',
  'places.choose': 'Scegli sulla mappa',
  'places.chosen': 'Scelto sulla mappa. Cambia',
  'places.open': 'Mostra sulla mappa',
  'places.unknown': 'La mappa non conosce questa città',
  'places.unknown.text': 'Una città si vede solo se è l’unica del paese con quel nome.',
  'places.town-only': 'Solo la città, non l’indirizzo esatto.',
} satisfies Record<keyof typeof en, string>
