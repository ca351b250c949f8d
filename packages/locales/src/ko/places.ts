import type en from '../en/places.ts'

export default {
  'places.zoom-in': '확대',
  'places.zoom-out': '축소',
  'places.map': '세계 지도',
  'places.map.how':
    '끌어서 옮기고 두 손가락으로 확대합니다. 화살표 키로 지도를 옮기고 더하기·빼기 키로 확대·축소합니다.',
  'places.source': '지도: Natural Earth. 도시까지만 있고 거리는 없습니다. 도시 이름: Unicode CLDR.',
  'places.title': '지도 위치',
  'places.text': '입력하지 않아도 됩니다. 어느 도시에서 판매하는지 구매자에게 보여 줍니다.',
  'places.address.hint': '구매자와 택배사에 표시될 그대로 입력해 주세요.',
  'places.search': '도시 또는 국가 검색',
  'places.none': '검색 결과가 없습니다. 로마자 이름이나 국가 이름으로 검색해 보세요.',
  'places.found': '{n, plural, other {#곳 찾음}}',
  'places.in': '{country} {place}',
  'places.locate': '내 위치 사용',
  'places.locate.failed': '위치를 확인할 수 없습니다. 도시를 검색하거나 지도를 옮겨 주세요.',
  'places.no-point': '선택한 장소 없음',
  'places.near': '선택됨: {place} 근처',
  'places.far': '선택됨: 도시에서 먼 곳',
  'places.remove': '장소 제거',
  'places.choose': '지도에서 선택',
  'places.chosen': '지도에서 선택함. 변경하기',
  'places.open': '지도에서 보기',
  'places.unknown': '지도에 없는 도시입니다',
  'places.unknown.text': '그 나라에 같은 이름의 도시가 하나뿐일 때만 표시합니다.',
  'places.town-only': '정확한 주소가 아니라 도시만 표시합니다.',
} satisfies Record<keyof typeof en, string>
