import type { Glossary } from './terms.ts'

export default {
  // Except: sorting order, court order, and refund order (a request for a refund).
  order: {
    word: 'ordre',
    except: [
      'categories.empty.text',
      'dist.sort',
      'withdraw.next.legal-order',
      'refund/not-found',
      'refund/not-open',
      'refunds.empty',
      'refunds.title',
    ],
  },
  shop: { word: 'butik' },
  product: { word: 'vare' },
  buyer: { word: 'køber' },
  'pick up': { word: 'indkøb' },
  balance: { word: 'saldo' },
  pending: { word: 'afventer', forms: ['afventende'] },
  withdrawal: { word: 'udbetaling', forms: ['udbetal'] },
  recharge: { word: 'indbetaling', forms: ['indbetal'] },
  refund: { word: 'refusion', forms: ['refunder', 'refu\u00ADsion'] },
  'payment password': { word: 'betalingskode' },
  'login password': { word: 'adgangskode' },
  'invitation code': { word: 'invitationskode' },
  voucher: { word: 'kvittering' },
  statement: { word: 'kontoudtog' },
  profit: { word: 'fortjeneste' },
  fee: { word: 'gebyr' },
  network: { word: 'netværk' },
  'customer service': { word: 'kundeservice' },
  'distribution center': { word: 'distributionscenter', forms: ['distributionscentret', 'distributions\u00ADcenter'] },
  shelf: { word: 'hylde' },
  'tracking number': { word: 'sporingsnummer' },
} satisfies Glossary
