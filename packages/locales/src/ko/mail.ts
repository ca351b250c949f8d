import type en from '../en/mail.ts'

export default {
  'mail.pay-password-code.subject': 'Quayside: 새 결제 비밀번호용 코드',
  'mail.pay-password-code.text':
    '새 결제 비밀번호용 코드는 {code}입니다. 10분 동안 유효하며 한 번만 사용할 수 있습니다.\n\n누구에게도 알려 주지 마세요. 저희는 전화나 채팅으로 코드를 묻지 않습니다. 요청한 적이 없다면 다른 사람이 계정을 사용하고 있을 수 있습니다. 코드를 전달하지 말고 고객센터에 알려 주세요.',
  'mail.pay-password-code.short': 'Quayside: 새 결제 비밀번호용 코드 {code}, 10분간 유효. 누구에게도 알려 주지 마세요.',
  'mail.pay-password-changed.subject': 'Quayside: 결제 비밀번호가 변경되었습니다',
  'mail.pay-password-changed.text':
    '결제 비밀번호가 {at}에 변경되었습니다. 본인이 변경했다면 아무것도 하지 않아도 됩니다.\n\n본인이 아니라면 앱을 열어 결제 비밀번호에서 ‘잊으셨나요?’를 선택해 새로 설정하고, 본인이 요청하지 않은 출금을 취소한 뒤 바로 고객센터에 알려 주세요.',
  'mail.pay-password-reset.text':
    '{at}에 로그인 비밀번호와 코드로 새 결제 비밀번호가 설정되었습니다. 자금 보호를 위해 {until} 전에는 출금이 지급되지 않습니다. 본인이 설정했다면 아무것도 하지 않아도 됩니다.\n\n본인이 아니라면 그 전에 앱을 열어 결제 비밀번호에서 ‘잊으셨나요?’를 선택해 새로 설정하고, 본인이 요청하지 않은 출금을 취소한 뒤 바로 고객센터에 알려 주세요.',
  'mail.pay-password-changed.short':
    'Quayside: 결제 비밀번호가 {at}에 변경되었습니다. 본인이 아닌가요? 앱에서 새로 설정하고 바로 고객센터에 알려 주세요.',
  'mail.messages.subject': 'Quayside: {type}',
  'mail.messages.open': '앱에서 읽기: {url}\n\n앱의 ‘알림 설정’에서 받을 내용을 선택할 수 있습니다.',
} satisfies Record<keyof typeof en, string>
