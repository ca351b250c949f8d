import type en from '../en/places.ts'

export default {
  'places.zoom-in': 'Acercar',
  'places.zoom-out': 'Alejar',
  'places.map': 'Mapa del mundo',
  'places.map.how':
    'Arrastre para mover, pellizque para ampliar. Las flechas mueven el mapa; más y menos lo amplían y reducen.',
  'places.source': 'Mapa: Natural Earth (solo ciudades). Nombres de ciudades: Unicode CLDR.',
  'places.title': 'En el mapa',
  'places.text': 'No es obligatorio. Muestra a los compradores desde qué ciudad vende.',
  'places.address.hint': 'Como deben leerla compradores y transportistas. Se queda como la escriba.',
  'places.search': 'Buscar una ciudad o un país',
  'places.none': 'No hay ninguna ciudad con ese nombre. Pruebe con caracteres latinos o con el país.',
  'places.found': '{n, plural, one {# lugar encontrado} many {# de lugares encontrados} other {# lugares encontrados}}',
  'places.in': '{place}, {country}',
  'places.locate': 'Usar mi ubicación',
  'places.locate.failed': 'No se pudo obtener su ubicación. Busque una ciudad o mueva el mapa.',
  'places.no-point': 'Ningún lugar elegido',
  'places.near': 'Elegido: cerca de {place}',
  'places.far': 'Elegido: un lugar lejos de cualquier ciudad',
  'places.remove': 'Quitar el lugar',
  'places.choose': 'Elegir en el mapa',
  'places.chosen': 'Elegido en el mapa. Cambiarlo',
  'places.open': 'Ver en el mapa',
  'places.unknown': 'Ciudad no encontrada en el mapa',
  'places.unknown.text': 'Solo muestra una ciudad cuando es la única del país con ese nombre.',
  'places.town-only': 'Solo la ciudad, no la dirección exacta.',
} satisfies Record<keyof typeof en, string>
