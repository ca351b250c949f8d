import type en from '../en/messages.ts'

export default {
  'messages.title': '메시지',
  'messages.filter': '메시지 필터',
  'messages.unread': '읽지 않음',
  'messages.read-all': '모두 읽음으로 표시',
  'messages.empty': '아직 메시지가 없습니다',
  'messages.empty.text': '상점에서 일어난 일을 여기에서 알려 드립니다.',
  'messages.empty.unread': '모두 읽으셨습니다',
  'messages.unread-count': '{n, plural, other {읽지 않은 메시지 #건}}',
  'messages.type.orders': '주문',
  'messages.type.buyers': '구매자',
  'messages.type.refunds': '환불',
  'messages.type.money': '자금',
  'messages.type.security': '보안',
  'messages.type.shop': '상점',
  'messages.type.support': '고객센터',
  'messages.type.announcement': '공지',
  'messages.sender.system': '시스템',
  'messages.sender.support': '고객센터',
  'messages.sender.announcement': 'Quayside',
  'messages.about': '관련 내용',
  'messages.open': '열기',
  'messages.choose': '알림 설정',
  'messages.email': '이메일',
  'messages.email.none': '현재 이메일 알림을 사용할 수 없습니다.',
  'messages.push': '푸시 알림',
  'messages.push.text':
    '앱이 닫혀 있어도 이 기기로 알려 드립니다. 잠긴 화면에는 유형과 개수만 보이며 이름과 금액은 보이지 않습니다.',
  'messages.push.on': '이 기기에서 켜기',
  'messages.push.off': '이 기기에서 끄기',
  'messages.push.later': '구매자가 첫 주문을 결제하면 켤 수 있습니다.',
  'messages.push.denied': '브라우저가 Quayside의 알림을 차단하고 있습니다. 브라우저 설정에서 허용해 주세요.',
  'messages.push.unsupported':
    '이 브라우저는 알림을 지원하지 않습니다. iPhone에서는 먼저 앱을 홈 화면에 추가해 주세요.',
  'messages.push.none': '현재 푸시 알림을 사용할 수 없습니다.',
  'messages.push.failed': '알림을 켤 수 없습니다. 나중에 다시 시도해 주세요.',
  'messages.not-you': '본인이 한 일이 아니라면 즉시 고객센터에 문의해 주세요.',
  'messages.order.paid':
    '{n, plural, =1 {주문 {code}: 결제가 완료되어 발주 대기 중입니다. 이익은 {amount}입니다.} other {결제 완료 주문 #건이 발주 대기 중입니다. 이익은 {amount}입니다.}}',
  'messages.order.pickup-near':
    '{n, plural, =1 {주문 {code}: 발주하지 않으면 12시간 안에 취소됩니다.} other {주문 #건은 발주하지 않으면 12시간 안에 취소됩니다.}}',
  'messages.order.cancelled': '{n, plural, =1 {주문 {code}: 취소되었습니다.} other {주문 #건이 취소되었습니다.}}',
  'messages.order.shipped': '{n, plural, =1 {주문 {code}: 발송되었습니다.} other {주문 #건이 발송되었습니다.}}',
  'messages.order.ship-undone':
    '{n, plural, =1 {주문 {code}: 발송이 취소되었습니다. 다시 발송됩니다.} other {주문 #건의 발송이 취소되었습니다. 다시 발송됩니다.}}',
  'messages.order.received':
    '{n, plural, =1 {주문 {code}: 도착했습니다. {amount}가 정산 예정입니다.} other {주문 #건이 도착했습니다. {amount}가 정산 예정입니다.}}',
  'messages.order.completed':
    '{n, plural, =1 {주문 {code}: 정산되었습니다. {amount}가 잔액에 들어왔습니다.} other {주문 #건이 정산되었습니다. {amount}가 잔액에 들어왔습니다.}}',
  'messages.order.set-aside':
    '주문 {code}: 구매자의 기기, 카드, 연락처 또는 주소가 회원님과 같아 확인 중입니다. 대금에는 영향이 없습니다. 확인이 끝나면 지표와 평점에 반영됩니다.',
  'messages.order.cleared': '주문 {code}: 확인이 끝나 지표와 평점에 반영됩니다.',
  'messages.order.upheld':
    '주문 {code}: 본인의 구매로 판단되어 지표와 평점에 반영되지 않습니다. 대금에는 영향이 없습니다. 사실과 다르면 고객센터에 문의해 주세요.',
  'messages.order.disputed':
    '주문 {code}: 카드 발급 은행이 {amount} 반환을 요구합니다. 보낼 수 있는 자료와 기한을 확인해 주세요.',
  'messages.order.dispute-won':
    '주문 {code}: 은행이 회원님께 유리하게 결정했습니다. {amount}를 다시 사용할 수 있습니다.',
  'messages.order.charged-back': '주문 {code}: 은행이 {amount}를 카드 소유자에게 돌려주었습니다.',
  'messages.order-talk.asked': '주문 {code}: 구매자가 메시지를 보냈습니다.',
  'messages.order-talk.taken': '주문 {code}: 고객센터가 구매자와의 대화를 넘겨받았습니다.',
  'messages.refund.requested':
    '구매자가 {amount} 환불을 요청했습니다({code}). {date}까지 답변하지 않으면 동의한 것으로 간주됩니다.',
  'messages.refund.opened':
    '플랫폼이 정산된 주문에 대해 환불 {code}({amount}) 절차를 시작했습니다. {date}까지 동의하거나 이의를 제기해 주세요. 이후에는 플랫폼의 다른 담당자가 결정합니다.',
  'messages.refund.due-soon': '환불 {code}: 12시간 안에 동의한 것으로 처리됩니다. 그 전에 답변해 주세요.',
  'messages.refund.withdrawn': '환불 {code}: 구매자가 요청을 취소했습니다.',
  'messages.refund.approved': '환불 {code}: 승인되었습니다. {amount}가 구매자에게 돌아갑니다.',
  'messages.refund.borne':
    '환불 {code}: {amount}를 플랫폼이 부담하여 구매자에게 돌려줍니다. 회원님이 부담하실 금액은 없습니다.',
  'messages.refund.declined': '환불 {code}: 거절되었습니다. 구매자에게 환불되지 않습니다.',
  'messages.deposit.credited':
    '{n, plural, =1 {충전 {code}: {amount}가 잔액에 들어왔습니다.} other {충전 #건: {amount}가 잔액에 들어왔습니다.}}',
  'messages.deposit.set-aside': '충전 {code}: {amount}는 최소 금액 미만입니다. 보관했다가 다음 충전과 함께 반영합니다.',
  'messages.deposit.rejected': '충전 {code}: 잔액에 반영되지 않았습니다.',
  'messages.deposit.reversed': '충전 {code}: 블록체인 네트워크가 {amount} 이체를 되돌려 취소되었습니다.',
  'messages.deposit.disputed':
    '충전 {code}: 카드 발급 은행이 {amount} 반환을 요구합니다. 보낼 수 있는 자료와 기한을 확인해 주세요.',
  'messages.deposit.dispute-won':
    '충전 {code}: 은행이 회원님께 유리하게 결정했습니다. {amount}를 다시 사용할 수 있습니다.',
  'messages.deposit.charged-back': '충전 {code}: 은행이 {amount}를 카드 소유자에게 돌려주었습니다.',
  'messages.withdrawal.requested':
    '출금 {code}: {amount} 출금이 신청되었습니다. 본인이 아니라면 취소하고 즉시 고객센터에 문의해 주세요.',
  'messages.withdrawal.approved': '출금 {code}: 승인되었습니다. {amount}가 지급됩니다.',
  'messages.withdrawal.rejected': '출금 {code}: 승인되지 않았습니다. {amount}가 잔액으로 돌아왔습니다.',
  'messages.withdrawal.paid': '출금 {code}: {amount}가 지급되었습니다.',
  'messages.withdrawal.failed': '출금 {code}: 지급하지 못했습니다. {amount}가 잔액으로 돌아왔습니다.',
  'messages.withdrawal.returned': '출금 {code}: 지급된 후 은행에서 반환했습니다. {amount}가 잔액으로 돌아왔습니다.',
  'messages.withdrawal.overdue':
    '출금 {code}: {amount} 지급이 약속보다 늦어지고 있습니다. 죄송합니다. 자금은 안전하게 보관되어 있습니다.',
  'messages.withdrawal.unsent':
    '출금 {code}: 승인되었지만 제때 지급하지 못했습니다. 죄송합니다. {amount}가 잔액으로 돌아왔습니다.',
  'messages.withdrawal.escalated':
    '출금 {code}: {amount}를 송금했지만 지급 증빙이 아직 없어 확인하고 있습니다. 자금은 안전하며, 지급되거나 전액 돌아옵니다.',
  'messages.withdrawal.appeal-granted':
    '출금 {code}: 이의 제기가 받아들여졌습니다. {amount}를 다시 출금할 수 있습니다.',
  'messages.withdrawal.appeal-declined': '출금 {code}: 이의 제기가 받아들여지지 않았습니다.',
  'messages.unidentified.assigned': '{amount} 이체가 회원님의 것으로 확인되어 잔액에 반영했습니다.',
  'messages.adjustment.goodwill': '플랫폼이 {amount}를 지급하여 잔액에 반영했습니다. 번호: {code}',
  'messages.adjustment.corrected': '이전 기록을 정정하여 {amount}를 차감했습니다. 번호: {code}',
  'messages.adjustment.written-off': '플랫폼이 미납금 {amount}를 면제했습니다. 번호: {code}',
  'messages.destination.added': '출금 받을 곳이 새로 저장되었습니다(끝자리 {ending}).',
  'messages.payment-password.set': '결제 비밀번호가 설정되었습니다.',
  'messages.payment-password.changed': '결제 비밀번호가 변경되었습니다.',
  'messages.payment-password.reset': '결제 비밀번호가 재설정되었습니다.',
  'messages.payment-password.disabled': '잘못된 시도가 많아 결제 비밀번호가 비활성화되었습니다. 새로 설정해 주세요.',
  'messages.passkey.added': '패스키가 추가되었습니다: {name}. 결제와 출금을 확인할 수 있습니다.',
  'messages.passkey.removed': '패스키가 삭제되었습니다: {name}.',
  'messages.login-password.changed': '로그인 비밀번호가 변경되었습니다.',
  'messages.login-password.reset': '로그인 비밀번호가 재설정되었습니다.',
  'messages.contact.changed': '전화번호 또는 이메일이 변경되었습니다.',
  'messages.login.new-device': '새 기기에서 회원님의 계정에 로그인이 감지되었습니다.',
  'messages.registration.verified': '상점이 인증되었습니다. 판매, 충전, 출금을 할 수 있습니다.',
  'messages.registration.more-information': '상점을 인증하려면 정보가 더 필요합니다.',
  'messages.registration.rejected': '가입 신청이 거절되었습니다. 이유를 확인하고 이의를 제기할 수 있습니다.',
  'messages.registration.overdue': '가입 심사가 약속보다 늦어져 죄송합니다. 따로 하실 일은 없습니다.',
  'messages.shop.closed': '상점 이용이 중지되었습니다.',
  'messages.shop.closing': '상점 이용 중지가 예정되어 있습니다. 홈 화면에서 날짜를 확인해 주세요.',
  'messages.shop.opened': '상점 이용이 재개되었습니다.',
  'messages.shop.restricted-sell': '{date}부터 구매자는 상점에서 새 주문을 할 수 없습니다. 출금은 계속 가능합니다.',
  'messages.shop.restricted-pick-up': '{date}부터 주문을 발주할 수 없습니다. 출금은 계속 가능합니다.',
  'messages.shop.restricted-list': '{date}부터 상품을 추가하거나 진열할 수 없습니다. 출금은 계속 가능합니다.',
  'messages.shop.restriction-lifted': '상점의 제한 하나가 해제되었습니다.',
  'messages.listing.at-loss':
    '{n, plural, =1 {{name}: 팔면 손실이 나서 진열을 중지했습니다.} other {팔면 손실이 나는 상품 #개의 진열을 중지했습니다.}}',
  'messages.listing.withdrawn':
    '{n, plural, =1 {공급사가 더 이상 판매하지 않아 {name}의 진열을 중지했습니다.} other {공급사가 더 이상 판매하지 않아 상품 #개의 진열을 중지했습니다.}}',
  'messages.listing.supplier-changed':
    '{n, plural, =1 {공급사가 {name}의 가격 또는 재고를 변경했습니다.} other {공급사가 상품 #개의 가격 또는 재고를 변경했습니다.}}',
  'messages.setting.changed': '{date}부터 {name}: {before} → {value}. 그 전에 시작된 건은 기존 조건을 따릅니다.',
  'messages.setting.name.commission': '수수료',
  'messages.setting.name.withdrawal-fee.bank': '은행 출금 수수료',
  'messages.setting.name.withdrawal-fee.chain': '블록체인 주소 출금 수수료',
  'messages.setting.name.card-hold': '카드 충전금의 출금 대기 기간',
  'messages.setting.name.order.pickup-window': '주문 발주 기한',
  'messages.setting.name.order.shipping-window': '플랫폼 발송 기한',
  'messages.setting.name.order.protection-window': '수령 완료 주문 정산까지의 기간',
  'messages.setting.name.refund.answer-window': '환불 요청 답변 기한',
  'messages.setting.name.refund.decision-window': '플랫폼의 환불 결정 기한',
  'messages.privacy.copy-ready': '데이터 사본을 다운로드할 수 있습니다.',
  'messages.privacy.refused': '데이터 관련 요청이 거절되었습니다.',
  'messages.support.answered':
    '{n, plural, =1 {고객센터에서 답변했습니다.} other {고객센터에서 답변 #건을 보냈습니다.}}',
  'messages.new': '{n, plural, other {새 메시지 #건}}',
  'messages.all': '전체',
} satisfies Record<keyof typeof en, string>
