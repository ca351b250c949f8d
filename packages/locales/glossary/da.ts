import type { Glossary } from './terms.ts'

export default {
  // Except: sorting order, court order, and refund order (a request for a refund).
  order: {
    word: 'ordre',
    except: [
      'categories.empty.text',
      'withdraw.next.legal-order',
      'refund/not-found',
      'refunds.empty',
      'refunds.title',
      'home.closing.reason.legal-order',
    ],
  },
  shop: { word: 'butik' },
  product: {
    word: 'vare',
  },
  buyer: { word: 'køber' },
  'pick up': { word: 'ekspedere', forms: ['eksped'] },
  balance: { word: 'saldo' },
  pending: { word: 'afventer', forms: ['afventende'] },
  withdrawal: {
    word: 'udbetaling',
    forms: ['udbetal'],
    except: ['refunds.state.withdrawn'],
  },
  recharge: { word: 'indbetaling', forms: ['indbetal'] },
  refund: {
    word: 'tilbagebetaling',
    forms: ['tilbagebetal', 'tilbage\u00ADbetal'],
    except: ['refunds.object.send', 'refunds.waits'],
  },
  'payment password': { word: 'betalingskode' },
  'login password': { word: 'adgangskode' },
  'invitation code': { word: 'invitationskode' },
  voucher: { word: 'kvittering' },
  statement: { word: 'kontoudtog' },
  profit: { word: 'fortjeneste' },
  fee: { word: 'gebyr' },
  network: { word: 'netværk' },
  'customer service': { word: 'kundeservice' },
  'distribution center': { word: 'leverandørkatalog' },
  'in withdrawal': { word: 'under udbetaling' },
  contest: { word: 'indsigelse' },
  appeal: { word: 'ny vurdering' },
  'card dispute': { word: 'tvist' },
  shelf: { word: 'til salg', forms: ['af salg', 'salg'] },
  'tracking number': { word: 'sporingsnummer' },
} satisfies Glossary
