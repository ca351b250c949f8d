import type { Glossary } from './terms.ts'

export default {
  order: {
    word: 'sipariş',
    except: [
      'categories.empty.text',
      'withdraw.next.legal-order',
      'refunds.title',
      'refunds.empty',
      'refund/not-found',
      'home.closing.reason.legal-order',
    ],
  },
  shop: { word: 'mağaza' },
  product: { word: 'ürün' },
  buyer: { word: 'alıcı' },
  'pick up': { word: 'işleme al' },
  balance: { word: 'bakiye' },
  pending: { word: 'beklemede' },
  withdrawal: {
    word: 'para çekme',
    forms: ['çek'],
    except: ['withdraw.cancel'],
  },
  recharge: { word: 'para yatırma', forms: ['yatır'] },
  refund: {
    word: 'iade',
    except: ['refunds.object.send'],
  },
  'payment password': {
    word: 'ödeme şifresi',
    forms: ['ödeme şifre'],
  },
  'login password': { word: 'giriş şifresi', forms: ['giriş şifre'], except: ['mail.contact-changed.short'] },
  'invitation code': { word: 'davet kodu' },
  voucher: { word: 'dekont' },
  statement: {
    word: 'hesap özeti',
    except: [
      'recharge.bank-line',
      'deposit/line-unknown',
      'deposit/line-used',
      'payout/line-differs',
      'payout/line-used',
      'payout/not-proved',
      'bank/statement-differs',
      'operator/importer',
    ],
  },
  profit: { word: 'kâr' },
  fee: { word: 'ücret' },
  network: { word: 'ağ' },
  'customer service': {
    word: 'müşteri hizmetleri',
    except: [
      'mail.pay-password-changed.short',
      'mail.pay-password-disabled.short',
      'mail.contact-changed.short',
      'mail.login-changed.short',
    ],
  },
  'distribution center': { word: 'tedarik merkezi', forms: ['tedarik merkez'] },
  shelf: { word: 'satış' },
  'tracking number': { word: 'takip numarası' },
} satisfies Glossary
