import type { Glossary } from './terms.ts'

export default {
  // Except: sorting order, court order, and refund order (a request for a refund).
  order: {
    word: 'bestelling',
    forms: ['bestel'],
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
  shop: { word: 'winkel' },
  product: { word: 'product' },
  buyer: { word: 'koper' },
  'pick up': { word: 'inkopen', forms: ['inkoop', 'ingekocht', 'in te kopen'] },
  balance: { word: 'saldo' },
  pending: { word: 'in behandeling' },
  withdrawal: { word: 'opname', forms: ['opnemen', 'opgenomen', 'op te nemen'] },
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
  'distribution center': { word: 'distributiecentrum', forms: ['distributie\u00ADcentrum'] },
  shelf: { word: 'schap' },
  'tracking number': { word: 'trackingnummer' },
} satisfies Glossary
