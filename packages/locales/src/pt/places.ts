import type en from '../en/places.ts'

export default {
  'places.zoom-in': 'Aproximar',
  'places.zoom-out': 'Afastar',
  'places.map': 'Mapa do mundo',
  'places.map.how':
    'Arraste para mover, use dois dedos para ampliar. As setas movem o mapa; mais e menos ampliam e reduzem.',
  'places.source': 'Mapa: Natural Earth. Conhece cidades, não ruas.',
  'places.title': 'No mapa',
  'places.text': 'Não é obrigatório. Mostra aos compradores a cidade de onde você vende.',
  'places.address.hint': 'Como compradores e transportadoras devem ler. Fica como você digitar.',
  'places.search': 'Buscar cidade ou país',
  'places.none': 'Cidade não encontrada. Tente o nome em letras latinas.',
  'places.found': '{n, plural, one {# lugar encontrado} many {# de lugares encontrados} other {# lugares encontrados}}',
  'places.in': '{place}, {country}',
  'places.locate': 'Usar minha posição',
  'places.locate.failed': 'Não foi possível obter sua posição. Busque uma cidade ou mova o mapa.',
  'places.no-point': 'Nenhum lugar escolhido',
  'places.near': 'Escolhido: perto de {place}',
  'places.far': 'Escolhido: um lugar longe de qualquer cidade',
  'places.remove': 'Remover o lugar',
  'places.choose': 'Escolher no mapa',
  'places.chosen': 'Escolhido no mapa. Alterar',
  'places.open': 'Ver no mapa',
  'places.unknown': 'O mapa não conhece esta cidade',
  'places.unknown.text': 'Uma cidade só é mostrada quando é a única do país com esse nome.',
  'places.town-only': 'A cidade, não a casa.',
} satisfies Record<keyof typeof en, string>
