import type en from '../en/funds.ts'

export default {
  'funds.title': '資金記録',
  'funds.tabs': '口座',
  'funds.available': '残高',
  'funds.pending': '保留中',
  'funds.held': '拘束中',
  'funds.empty': 'まだ動きはありません',
  'funds.empty.text': 'すべての入出金が理由とともにここに並びます。',
  'funds.after': '残り {amount}',
  'funds.number': '記録 {n}',
  'funds.order': '注文 {code}',
  'funds.event.order.paid': '購入者の支払い',
  'funds.event.order.paid-late': '遅れた支払い',
  'funds.event.order.picked-up': '引き取り：仕入原価',
  'funds.event.order.shipped': '発送：仕入先へ支払い',
  'funds.event.order.received': '受取：収入は保留中',
  'funds.event.order.completed': '精算',
  'funds.event.order.cancelled': 'キャンセル',
  'funds.event.order.cost-returned': '仕入原価の返却',
  'funds.event.buyer.refunded': '購入者へ返金',
  'funds.chain': 'この記録と以前のすべての記録の指紋',
} satisfies Record<keyof typeof en, string>
