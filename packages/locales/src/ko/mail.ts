import type en from '../en/mail.ts'

export default {
  'mail.greeting': '안녕하세요, Quayside입니다.',
  'mail.close': '감사합니다.\nQuayside 드림',
  'mail.pay-password-code.subject': 'Quayside: 결제 비밀번호 재설정 인증번호',
  'mail.pay-password-code.text':
    '결제 비밀번호 재설정 인증번호는 {code}입니다. 10분 동안 유효하며 한 번만 사용할 수 있습니다.\n\n누구에게도 알려 주지 마세요. 저희는 전화나 채팅으로 인증번호를 묻지 않습니다. 요청한 적이 없다면 다른 사람이 계정을 사용하고 있을 수 있습니다. 인증번호를 알려 주지 말고 고객센터에 알려 주세요.',
  'mail.pay-password-code.short':
    'Quayside: 결제 비밀번호 재설정 인증번호 {code}, 10분간 유효. 누구에게도 알려 주지 마세요.',
  'mail.pay-password-changed.subject': 'Quayside: 결제 비밀번호가 변경되었습니다',
  'mail.pay-password-changed.text':
    '결제 비밀번호가 {at}에 변경되었습니다. 본인이 변경했다면 별도의 조치가 필요하지 않습니다.\n\n본인이 아니라면 앱을 열어 결제 비밀번호에서 ‘잊으셨나요?’를 선택해 새로 설정하고, 본인이 신청하지 않은 출금을 취소한 뒤 바로 고객센터에 알려 주세요.',
  'mail.pay-password-reset.text':
    '결제 비밀번호가 {at}에 재설정되었습니다. 자금 보호를 위해 출금은 {until}까지 보류됩니다. 본인이 재설정했다면 별도의 조치가 필요하지 않습니다.\n\n본인이 아니라면 그 전에 앱을 열어 결제 비밀번호에서 ‘잊으셨나요?’를 선택해 새로 설정하고, 본인이 신청하지 않은 출금을 취소한 뒤 바로 고객센터에 알려 주세요.',
  'mail.pay-password-changed.short':
    'Quayside: 결제 비밀번호가 변경되었습니다. 본인이 아니라면 바로 고객센터에 알려 주세요.',
  'mail.pay-password-disabled.subject': 'Quayside: 결제 비밀번호가 비활성화되었습니다',
  'mail.pay-password-disabled.text':
    '잘못된 시도가 많아 결제 비밀번호가 {at}에 비활성화되었습니다. 다시 결제하거나 출금하려면 앱을 열어 결제 비밀번호에서 ‘잊으셨나요?’를 선택해 새로 설정해 주세요.\n\n본인이 시도하지 않았다면 누군가 계정에 로그인했을 수 있습니다. 로그인 비밀번호를 변경하고 바로 고객센터에 알려 주세요.',
  'mail.pay-password-disabled.short':
    'Quayside: 결제 비밀번호가 비활성화되었습니다. 본인이 아니라면 고객센터에 알려 주세요.',
  'mail.passkeys-changed.subject': 'Quayside: 패스키가 변경되었습니다',
  'mail.passkey-added.text':
    '{at}에 계정에 패스키가 추가되었습니다: {name}. 결제와 출금을 확인할 수 있습니다. 본인이 추가했다면 별도의 조치가 필요하지 않습니다.\n\n본인이 아니라면 앱을 열어 ‘패스키’에서 삭제하고 로그인 비밀번호와 결제 비밀번호를 변경해 주세요. 본인이 신청하지 않은 출금을 취소한 뒤 바로 고객센터에 알려 주세요.',
  'mail.passkey-removed.text':
    '{at}에 계정에서 패스키가 삭제되었습니다: {name}. 본인이 삭제했다면 별도의 조치가 필요하지 않습니다.\n\n본인이 아니라면 로그인 비밀번호와 결제 비밀번호를 변경하고 바로 고객센터에 알려 주세요.',
  'mail.passkeys-changed.short':
    'Quayside: 계정의 패스키가 변경되었습니다. 본인이 아니라면 바로 고객센터에 알려 주세요.',
  'mail.operator-token.subject': 'Quayside: 운영자 비밀번호를 설정해 주세요',
  'mail.operator-token.text':
    '{url}의 Quayside 운영자로 초대되었습니다: {name}\n\n토큰(한 번만, {until}까지 유효): {token}\n\n이 토큰으로 본인의 비밀번호를 설정해 주세요. 비밀번호는 본인만 알며 누구도 물어볼 수 없습니다. 첫 로그인에는 인증 앱이 필요합니다. 초대받은 기억이 없다면 이 메일을 무시해 주세요.',
  'mail.operator-news.subject': 'Quayside: 운영자 계정 변경',
  'mail.operator-invitation.text':
    '{by}님이 운영자를 초대했습니다: {name}, {email}. 담당: {desks}\n\n다른 소유자가 확인해야 합니다. 잘못된 것이라면 초대를 취소해 주세요.',
  'mail.operator-admitted.text':
    '새 운영자가 비밀번호를 설정했습니다: {name}, {email}. 담당: {desks}\n\n잘못된 것이라면 바로 이 운영자를 비활성화해 주세요.',
  'mail.operator-readmitted.text':
    '운영자가 새 비밀번호로 다시 접근 권한을 얻었습니다: {name}, {email}. 담당: {desks}\n\n잘못된 것이라면 바로 이 운영자를 비활성화해 주세요.',
  'mail.operator-granted.text':
    '{by}님이 {name}({email})의 담당을 지정했습니다: {desks}\n\n잘못된 것이라면 바로 해제해 주세요.',
  'mail.operator-deactivated.text': '{by}님이 운영자를 비활성화했습니다: {name}, {email}',
  'mail.messages.subject': 'Quayside: {type}',
  'mail.messages.open': '앱에서 읽기: {url}\n\n받을 메일은 앱의 ‘알림 설정’에서 선택할 수 있습니다.',
  'mail.contact-code.subject': 'Quayside: 인증번호 안내',
  'mail.contact-code.text':
    '이 주소의 인증번호는 {code}입니다. 10분 동안 유효하며 한 번만 사용할 수 있습니다.\n\n누구에게도 알려 주지 마세요. 저희는 전화나 채팅으로 인증번호를 묻지 않습니다. 요청한 적이 없다면 이 메일을 무시해 주세요. 인증번호가 없으면 아무도 이 주소를 사용할 수 없습니다.',
  'mail.contact-code.short': 'Quayside: 전화번호 인증번호 {code}, 10분간 유효. 누구에게도 알려 주지 마세요.',
  'mail.contact-taken.text':
    'Quayside: 누군가 이 전화번호나 이메일을 다른 계정에 사용하려고 했습니다. 변경된 것은 없습니다. 본인이라면 이 연락처로 로그인해 주세요.',
  'mail.contact-taken.short': 'Quayside: 누군가 이 연락처를 다른 계정에 쓰려고 했습니다. 변경된 것은 없습니다.',
  'mail.contact-changed.subject': 'Quayside: 전화번호 또는 이메일이 변경되었습니다',
  'mail.contact-changed.text':
    '계정의 연락처가 {at}에 변경되었습니다: {former} → {present}. 자금 보호를 위해 출금은 {until}까지 보류됩니다. 본인이 변경했다면 별도의 조치가 필요하지 않습니다.\n\n본인이 아니라면 그 전에 로그인해 로그인 비밀번호를 변경하고, 본인이 신청하지 않은 출금을 취소한 뒤 바로 고객센터에 알려 주세요.',
  'mail.contact-changed.short':
    'Quayside: 연락처가 변경되었습니다. 본인이 아니라면 비밀번호를 바꾸고 고객센터에 알려 주세요.',
  'mail.login-code.subject': 'Quayside: 로그인 비밀번호 재설정 인증번호',
  'mail.login-code.text':
    '로그인 비밀번호 재설정 인증번호는 {code}입니다. 10분 동안 유효하며 한 번만 사용할 수 있습니다.\n\n누구에게도 알려 주지 마세요. 저희는 전화나 채팅으로 인증번호를 묻지 않습니다. 요청한 적이 없다면 이 메일을 무시해 주세요. 인증번호가 없으면 아무도 새 비밀번호를 설정할 수 없습니다.',
  'mail.login-code.short':
    'Quayside: 로그인 비밀번호 재설정 인증번호 {code}, 10분간 유효. 누구에게도 알려 주지 마세요.',
  'mail.login-changed.subject': 'Quayside: 로그인 비밀번호가 변경되었습니다',
  'mail.login-changed.text':
    '로그인 비밀번호가 {at}에 변경되었고 다른 기기는 로그아웃되었습니다. 본인이 변경했다면 별도의 조치가 필요하지 않습니다.\n\n본인이 아니라면 로그인 화면에서 ‘비밀번호 찾기’를 선택해 새로 설정하고, 본인이 신청하지 않은 출금을 취소한 뒤 바로 고객센터에 알려 주세요.',
  'mail.login-changed.short': 'Quayside: 로그인 비밀번호가 변경되었습니다. 본인이 아니라면 고객센터에 알려 주세요.',
  'mail.login-reset.text':
    '로그인 비밀번호가 {at}에 재설정되었고 모든 기기가 로그아웃되었습니다. 자금 보호를 위해 출금은 {until}까지 보류되며, 결제 비밀번호는 그대로입니다. 본인이 재설정했다면 별도의 조치가 필요하지 않습니다.\n\n본인이 아니라면 그 전에 로그인 화면에서 ‘비밀번호 찾기’를 선택해 새로 설정하고, 본인이 신청하지 않은 출금을 취소한 뒤 바로 고객센터에 알려 주세요.',
  'mail.login-keys': '상점의 다음 API 키는 계속 작동합니다. 모르는 키가 있으면 ‘API 및 웹훅’에서 폐기해 주세요:',
  'mail.order-page': '주문 페이지 보기',
  'mail.order-keep': '이 링크가 있으면 누구나 주문 페이지를 열 수 있습니다. 다른 사람과 공유하지 마세요.',
  'mail.order-links.subject': 'Quayside 주문 내역',
  'mail.order-links.text': '주문 페이지의 링크를 요청하셨습니다. 본인이 요청하지 않았다면 이 메일을 무시해 주세요.',
  'mail.account-join.subject': 'Quayside: 계정 만들기',
  'mail.account-join.text':
    'Quayside 계정을 신청하셨습니다. 여기에서 비밀번호를 설정해 주세요:\n{url}\n\n링크는 {until}까지 한 번만 쓸 수 있습니다. 본인이 신청하지 않았다면 이 메일을 무시해 주세요. 링크 없이는 계정이 만들어지지 않습니다.',
  'mail.account-password.subject': 'Quayside: 새 비밀번호 링크',
  'mail.account-password.text':
    'Quayside 계정의 링크를 요청하셨습니다. 이 링크에서 새 비밀번호를 설정할 수 있습니다:\n{url}\n\n링크는 {until}까지 한 번만 쓸 수 있습니다. 비밀번호를 아시면 그대로 로그인하셔도 됩니다. 본인이 요청하지 않았다면 이 메일을 무시해 주세요. 링크 없이는 아무것도 바뀌지 않습니다.',
  'mail.account-changed.subject': 'Quayside: 비밀번호가 변경되었습니다',
  'mail.account-changed.text':
    '계정의 비밀번호가 {at}에 변경되었고 모든 기기에서 로그아웃되었습니다. 본인이 변경했다면 별도의 조치가 필요하지 않습니다.\n\n본인이 아니라면 누군가 메일을 읽을 수 있는 상태입니다. 먼저 메일 계정의 비밀번호를 바꾼 뒤, 로그인 화면에서 ‘비밀번호를 잊으셨나요?’를 선택해 주세요.',
  'mail.account-email.subject': 'Quayside: 새 이메일 주소를 확인해 주세요',
  'mail.account-email.text':
    'Quayside 계정에 이 주소를 사용하도록 요청하셨습니다. 여기에서 확인해 주세요:\n{url}\n\n링크는 {until}까지 한 번만 쓸 수 있습니다. 본인이 요청하지 않았다면 이 메일을 무시해 주세요. 링크 없이는 아무것도 바뀌지 않습니다.',
  'mail.account-email-changed.subject': 'Quayside: 계정의 이메일 주소가 변경되었습니다',
  'mail.account-email-changed.text':
    '{at}에 계정의 이메일이 이 주소에서 다른 주소로 변경되었습니다. 본인이 하셨다면 아무것도 하지 않으셔도 됩니다.\n\n본인이 아니라면 누군가 비밀번호를 알고 있습니다. 주문 페이지에서 바로 고객센터에 알려 주세요.',
  'mail.report.subject': 'Quayside: 신고 {code}',
  'mail.report-upheld.text': '‘{name}’({code})에 대해 신고해 주셔서 감사합니다. 검토하고 조치했습니다.',
  'mail.report-dismissed.text':
    '‘{name}’에 관해 신고하셨습니다(번호 {code}). 확인했으나 조치할 이유를 찾지 못했습니다.',
} satisfies Record<keyof typeof en, string>
