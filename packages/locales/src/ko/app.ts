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
  'app.pick': '목록에서 하나를 선택하면 여기에 표시됩니다',
} satisfies Record<keyof typeof en, string>
