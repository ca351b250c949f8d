import type en from '../en/funds.ts'

export default {
  'funds.title': '자금 기록',
  'funds.tabs': '계정',
  'funds.available': '잔액',
  'funds.pending': '대기',
  'funds.held': '보류',
  'funds.empty': '아직 움직임이 없습니다',
  'funds.empty.text': '드나드는 모든 금액이 이유와 함께 여기에 표시됩니다.',
  'funds.after': '이후 {amount}',
  'funds.number': '기록 {n}',
  'funds.order': '주문 {code}',
  'funds.event.order.paid': '구매자 결제',
  'funds.event.order.paid-late': '늦은 결제',
  'funds.event.order.picked-up': '픽업: 매입 원가',
  'funds.event.order.shipped': '배송: 공급사 지급',
  'funds.event.order.received': '수령: 수입 대기',
  'funds.event.order.completed': '정산됨',
  'funds.event.order.cancelled': '취소됨',
  'funds.event.order.cost-returned': '매입 원가 반환',
  'funds.event.buyer.refunded': '구매자 환불',
  'funds.chain': '이 기록과 이전 모든 기록의 지문',
} satisfies Record<keyof typeof en, string>
