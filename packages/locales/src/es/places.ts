import type en from '../en/places.ts'

export default {
  'places.zoom-in': 'Acercar',
  'places.zoom-out': 'Alejar',
  'places.map': 'Mapamundi',
  'places.map.how':
    'Arrastre para mover, pellizque para ampliar. Las flechas mueven el mapa; más y menos lo amplían y reducen.',
  'places.source': 'Mapa: Natural Earth (solo ciudades, sin calles). Nombres de ciudades: Unicode CLDR.',
  'places.title': 'En el mapa',
  'places.text': 'Opcional. Muestra a los compradores desde qué ciudad vende.',
  'places.address.hint': 'Escríbala como deban verla compradores y transportistas.',
  'places.search': 'Buscar una ciudad o un país',
  'places.none': 'Sin resultados. Pruebe con caracteres latinos o busque por país.',
  'places.found': '{n, plural, one {# lugar encontrado} many {# de lugares encontrados} other {# lugares encontrados}}',
  'places.in': '{place}, {country}',
  'places.locate': 'Usar mi ubicación',
  'places.locate.failed': 'No se pudo obtener su ubicación. Busque una ciudad o mueva el mapa.',
  'places.no-point': 'Ninguna ubicación elegida',
  'places.near': 'Elegido: cerca de {place}',
  'places.far': 'Elegido: lejos de cualquier ciudad',
  'places.remove': 'Quitar la ubicación',
  'places.choose': 'Elegir en el mapa',
  'places.chosen': 'Ubicación elegida. Cambiar',
  'places.open': 'Ver en el mapa',
  'places.unknown': 'Ciudad no encontrada en el mapa',
  'places.unknown.text': 'Solo se muestra una ciudad si su nombre es único en el país.',
  'places.town-only': 'Muestra solo la ciudad, no la dirección exacta.',
} satisfies Record<keyof typeof en, string>
