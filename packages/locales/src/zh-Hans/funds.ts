import type en from '../en/funds.ts'

export default {
  'funds.title': '资金记录',
  'funds.tabs': '账户',
  'funds.available': '余额',
  'funds.pending': '待结算',
  'funds.held': '冻结',
  'funds.empty': '还没有资金变动',
  'funds.empty.text': '每一分钱的进出及其原因都会显示在这里。',
  'funds.after': '之后 {amount}',
  'funds.number': '记录 {n}',
  'funds.order': '订单 {code}',
  'funds.event.order.paid': '买家付款',
  'funds.event.order.paid-late': '迟到的付款',
  'funds.event.order.picked-up': '取货：采购成本',
  'funds.event.order.shipped': '发货：已付供应商',
  'funds.event.order.received': '收货：收入待结算',
  'funds.event.order.completed': '已结算',
  'funds.event.order.cancelled': '已取消',
  'funds.event.order.cost-returned': '采购成本退回',
  'funds.event.buyer.refunded': '买家退款',
  'funds.chain': '此记录及之前全部记录的指纹',
} satisfies Record<keyof typeof en, string>
