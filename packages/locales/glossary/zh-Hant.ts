import type { Glossary } from './terms.ts'

export default {
  order: { word: '訂單', except: ['categories.empty.text', 'dist.sort', 'withdraw.next.legal-order'] },
  shop: { word: '商店' },
  product: { word: '商品' },
  buyer: { word: '買家' },
  'pick up': { word: '採購' },
  balance: { word: '餘額' },
  pending: { word: '待結算' },
  withdrawal: { word: '提領' },
  recharge: { word: '儲值' },
  refund: { word: '退款' },
  'payment password': { word: '支付密碼' },
  'login password': { word: '登入密碼' },
  'invitation code': { word: '邀請碼' },
  voucher: { word: '憑證' },
  statement: {
    word: '對帳單',
    except: ['deposit/line-unknown', 'deposit/line-used', 'recharge.bank-line', 'recharge.channel.manual.text'],
  },
  profit: { word: '利潤' },
  fee: { word: '手續費' },
  network: { word: '網路' },
  'customer service': { word: '客服' },
  'distribution center': { word: '選品中心' },
  shelf: { word: '上架', forms: ['下架'] },
  'tracking number': { word: '追蹤號碼' },
} satisfies Glossary
