import type en from '../en/app.ts'

export default {
  'app.update': '새 버전이 있습니다',
  'app.update.now': '지금 업데이트',
  'app.later': '나중에',
  'app.install': 'Quayside 설치',
  'app.install.text': '홈 화면에서 바로 열고, 연결 없이도 열 수 있습니다',
  'app.install.share': '브라우저 메뉴에서 ‘공유’를 누른 다음 ‘홈 화면에 추가’를 선택해 주세요',
  'app.as-of': '마지막 업데이트: {when}',
  'app.offline.act': '인터넷 연결 필요',
  'app.skip': '본문으로 건너뛰기',
  'search.title': '검색',
  'search.field': '검색하거나 할 일을 입력하세요',
  'search.text':
    '주문, 상품, 거래, 메시지, 화면을 찾거나 ‘{first} 100’, ‘{second}’처럼 하려는 일을 입력해 주세요. 실행 전에 확인을 거칩니다.',
  'search.acts': '작업',
  'search.screens': '화면',
  'search.none': '검색 결과가 없습니다',
  'app.pick': '목록에서 하나를 선택하면 여기에 표시됩니다',
  'app.pick.list': '목록에서 하나를 선택해 주세요',
} satisfies Record<keyof typeof en, string>
