import type en from '../en/places.ts'

export default {
  'places.zoom-in': 'Aproximar',
  'places.zoom-out': 'Afastar',
  'places.map': 'Mapa-múndi',
  'places.map.how':
    'Arraste para mover, use dois dedos para ampliar. As setas movem o mapa; mais e menos ampliam e reduzem.',
  'places.source': 'Mapa: Natural Earth (só cidades, sem ruas). Nomes de cidades: Unicode CLDR.',
  'places.title': 'No mapa',
  'places.text': 'Opcional. Mostra aos compradores de que cidade você vende.',
  'places.address.hint': 'Digite como os compradores e as transportadoras devem ver.',
  'places.search': 'Buscar cidade ou país',
  'places.none': 'Nenhum resultado. Tente em caracteres latinos ou busque pelo país.',
  'places.found': '{n, plural, one {# local encontrado} many {# de locais encontrados} other {# locais encontrados}}',
  'places.in': '{place}, {country}',
  'places.locate': 'Usar minha localização',
  'places.locate.failed': 'Não foi possível obter sua localização. Busque uma cidade ou mova o mapa.',
  'places.no-point': 'Nenhum local escolhido',
  'places.near': 'Escolhido: perto de {place}',
  'places.far': 'Escolhido: longe de qualquer cidade',
  'places.remove': 'Remover o local',
  'places.choose': 'Escolher no mapa',
  'places.chosen': 'Local escolhido. Alterar',
  'places.open': 'Ver no mapa',
  'places.unknown': 'Cidade não encontrada no mapa',
  'places.unknown.text': 'Uma cidade só é mostrada se o nome for único no país.',
  'places.town-only': 'Mostra só a cidade, não o endereço exato.',
} satisfies Record<keyof typeof en, string>
