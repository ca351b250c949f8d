import type { Glossary } from './terms.ts'

export default {
  order: { word: '订单', except: ['categories.empty.text', 'dist.sort', 'withdraw.next.legal-order'] },
  shop: { word: '店铺' },
  product: { word: '商品' },
  buyer: { word: '买家' },
  'pick up': { word: '采购' },
  balance: { word: '余额' },
  pending: { word: '待结算' },
  withdrawal: { word: '提现' },
  recharge: { word: '充值' },
  refund: { word: '退款' },
  'payment password': { word: '支付密码' },
  'login password': { word: '登录密码' },
  'invitation code': { word: '邀请码' },
  voucher: { word: '凭证' },
  statement: {
    word: '对账单',
    except: ['deposit/line-unknown', 'deposit/line-used', 'recharge.bank-line', 'recharge.channel.manual.text'],
  },
  profit: { word: '利润' },
  fee: { word: '手续费' },
  network: { word: '网络' },
  'customer service': { word: '客服' },
  'distribution center': { word: '选品中心' },
  shelf: { word: '上架', forms: ['下架'] },
  'tracking number': { word: '物流单号' },
} satisfies Glossary
