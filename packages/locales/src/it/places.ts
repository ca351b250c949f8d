import type en from '../en/places.ts'

export default {
  'places.zoom-in': 'Ingrandisci',
  'places.zoom-out': 'Riduci',
  'places.map': 'Mappa del mondo',
  'places.map.how':
    'Trascina per spostare, usa due dita per lo zoom. Le frecce spostano la mappa, più e meno cambiano lo zoom.',
  'places.source': 'Mappa: Natural Earth (solo città, senza vie). Nomi delle città: Unicode CLDR.',
  'places.title': 'Sulla mappa',
  'places.text': 'Facoltativo. Mostra agli acquirenti da quale città vendi.',
  'places.address.hint': 'Inseriscilo come devono vederlo acquirenti e corrieri.',
  'places.search': 'Cerca una città o un paese',
  'places.none': 'Nessun risultato. Prova con caratteri latini o cerca per paese.',
  'places.found': '{n, plural, one {# luogo trovato} many {# di luoghi trovati} other {# luoghi trovati}}',
  'places.in': '{place}, {country}',
  'places.locate': 'Usa la mia posizione',
  'places.locate.failed': 'Impossibile ottenere la tua posizione. Cerca una città o sposta la mappa.',
  'places.no-point': 'Nessun luogo scelto',
  'places.near': 'Scelto: vicino a {place}',
  'places.far': 'Scelto: lontano da ogni città',
  'places.remove': 'Rimuovi il luogo',
  'places.choose': 'Scegli sulla mappa',
  'places.chosen': 'Posizione scelta. Cambia',
  'places.open': 'Mostra sulla mappa',
  'places.unknown': 'Città non trovata sulla mappa',
  'places.unknown.text': 'Una città è mostrata solo se il suo nome è unico nel paese.',
  'places.town-only': 'Mostra solo la città, non l’indirizzo esatto.',
} satisfies Record<keyof typeof en, string>
