import type en from '../en/places.ts'

export default {
  'places.zoom-in': 'Aproximar',
  'places.zoom-out': 'Afastar',
  'places.map': 'Mapa do mundo',
  'places.map.how':
    'Arraste para mover, use dois dedos para ampliar. As setas movem o mapa; mais e menos ampliam e reduzem.',
  'places.source': 'Mapa: Natural Earth. Conhece cidades, não ruas. Nomes de cidades: Unicode CLDR.',
  'places.title': 'No mapa',
  'places.text': 'Não é obrigatório. Mostra aos compradores a cidade de onde você vende.',
  'places.address.hint': 'Como compradores e transportadoras devem ler. Fica como você digitar.',
  'places.search': 'Buscar cidade ou país',
  'places.none': 'Nenhuma cidade com esse nome. Tente em caracteres latinos ou pelo país.',
  'places.found': '{n, plural, one {# local encontrado} many {# de locais encontrados} other {# locais encontrados}}',
  'places.in': '{place}, {country}',
  'places.locate': 'Usar minha localização',
  'places.locate.failed': 'Não foi possível obter sua localização. Busque uma cidade ou mova o mapa.',
  'places.no-point': 'Nenhum local escolhido',
  'places.near': 'Escolhido: perto de {place}',
  'places.far': 'Escolhido: um local longe de qualquer cidade',
  'places.remove': 'Remover o local',
  'places.choose': 'Escolher no mapa',
  'places.chosen': 'Escolhido no mapa. Alterar',
  'places.open': 'Ver no mapa',
  'places.unknown': 'O mapa não conhece esta cidade',
  'places.unknown.text': 'Uma cidade só é mostrada quando é a única do país com esse nome.',
  'places.town-only': 'Só a cidade, não o endereço exato.',
} satisfies Record<keyof typeof en, string>
