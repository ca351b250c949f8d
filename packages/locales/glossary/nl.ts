import type { Glossary } from './terms.ts'

export default {
  // Except: sorting order, court order, and refund order (a request for a refund).
  order: {
    word: 'bestelling',
    forms: ['bestel'],
    except: [
      'categories.empty.text',
      'withdraw.next.legal-order',
      'refund/not-found',
      'refunds.empty',
      'refunds.title',
      'home.closing.reason.legal-order',
    ],
  },
  shop: { word: 'winkel' },
  product: {
    word: 'product',
  },
  buyer: { word: 'koper' },
  'pick up': { word: 'verwerken', forms: ['verwerk'] },
  balance: { word: 'saldo', except: ['recharge.paid'] },
  pending: { word: 'in behandeling', forms: ['nog niet beschikbaar'] },
  withdrawal: {
    word: 'opname',
    forms: ['opnemen', 'opgenomen', 'op te nemen'],
    except: ['refunds.state.withdrawn'],
  },
  recharge: { word: 'storting', forms: ['stort'] },
  refund: {
    word: 'terugbetaling',
    forms: ['terugbetaal', 'terugbetalen', 'terugbetaald', 'terug\u00ADbeta\u00ADling'],
  },
  'payment password': { word: 'betaalcode' },
  'login password': { word: 'wachtwoord' },
  'invitation code': { word: 'uitnodigingscode' },
  voucher: { word: 'betaalbewijs' },
  statement: { word: 'afschrift' },
  profit: { word: 'winst' },
  fee: { word: 'kosten' },
  network: { word: 'netwerk' },
  'customer service': { word: 'klantenservice' },
  'distribution center': { word: 'leverancierscatalogus' },
  'in withdrawal': { word: 'in opname' },
  contest: { word: 'betwisten', forms: ['betwist'] },
  appeal: { word: 'bezwaar' },
  'card dispute': { word: 'geschil' },
  shelf: { word: 'te koop', forms: ['verkoop'] },
  'tracking number': { word: 'trackingnummer' },
} satisfies Glossary
