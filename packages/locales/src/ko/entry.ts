import type en from '../en/entry.ts'

export default {
  'entry.title': '휴대폰으로 운영하는 내 상점',
  'entry.text': '소싱 센터에서 상품을 추가하고, 결제된 주문을 발주하고, 1센트까지 확인할 수 있습니다.',
  'entry.code': '초대 코드',
  'entry.code.hint': '현재 내부 초대만 지원합니다.',
  'register.need.invitation': '초대 코드를 입력해 주세요',
  'entry.check': '이 코드 사용',
  'entry.have-account': '이미 가입하셨나요? 로그인',
  'entry.promise': '예치금 없이 판매할 수 있습니다.',
  'login.title': '로그인',
  'login.name': '전화번호 또는 이메일',
  'login.password': '로그인 비밀번호',
  'login.submit': '로그인',
  'login.no-account': '계정이 없으신가요? 가입하기',
  'login.forgot': '비밀번호 찾기',
  'login.show': '비밀번호 표시',
  'login.hide': '비밀번호 숨기기',
} satisfies Record<keyof typeof en, string>
