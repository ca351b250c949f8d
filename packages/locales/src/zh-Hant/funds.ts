import type en from '../en/funds.ts'

export default {
  'funds.title': '資金記錄',
  'funds.tabs': '帳戶',
  'funds.available': '餘額',
  'funds.pending': '待結算',
  'funds.held': '凍結',
  'funds.empty': '還沒有資金變動',
  'funds.empty.text': '每一分錢的進出及其原因都會顯示在這裡。',
  'funds.after': '之後 {amount}',
  'funds.number': '記錄 {n}',
  'funds.order': '訂單 {code}',
  'funds.event.order.paid': '買家付款',
  'funds.event.order.paid-late': '遲到的付款',
  'funds.event.order.picked-up': '取貨：採購成本',
  'funds.event.order.shipped': '出貨：已付供應商',
  'funds.event.order.received': '收貨：收入待結算',
  'funds.event.order.completed': '已結算',
  'funds.event.order.cancelled': '已取消',
  'funds.event.order.cost-returned': '採購成本退回',
  'funds.event.buyer.refunded': '買家退款',
  'funds.chain': '此記錄及之前全部記錄的指紋',
} satisfies Record<keyof typeof en, string>
