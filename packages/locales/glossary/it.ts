import type { Glossary } from './terms.ts'

export default {
  order: {
    word: 'ordine',
    forms: ['ordini'],
    except: ['orders.search', 'refunds.title', 'refunds.empty', 'refund/not-found', 'withdraw.next.legal-order'],
  },
  shop: { word: 'negozio', forms: ['negozi'] },
  product: {
    word: 'prodotto',
    forms: ['prodotti'],
  },
  buyer: { word: 'acquirente', forms: ['acquirenti'] },
  'pick up': { word: 'prendere in carico', forms: ['in carico'] },
  balance: { word: 'saldo' },
  pending: { word: 'in sospeso' },
  withdrawal: {
    word: 'prelievo',
    forms: ['prelievi', 'preleva'],
    except: ['refunds.state.withdrawn'],
  },
  recharge: { word: 'ricarica', forms: ['ricariche'] },
  refund: {
    word: 'rimborso',
    forms: ['rimbors'],
  },
  'payment password': { word: 'PIN di pagamento' },
  'login password': { word: 'password di accesso', except: ['mail.contact-changed.short'] },
  'invitation code': { word: 'codice di invito' },
  voucher: { word: 'ricevuta' },
  statement: { word: 'estratto conto', forms: ['estratti conto'] },
  profit: { word: 'utile', forms: ['utili'] },
  fee: { word: 'commissione', forms: ['commissioni'] },
  network: { word: 'rete', forms: ['reti'] },
  'customer service': { word: 'servizio clienti' },
  'distribution center': { word: 'catalogo fornitori' },
  'in withdrawal': { word: 'in prelievo' },
  contest: { word: 'opporsi', forms: ['oppo', 'opposi'] },
  appeal: { word: 'ricorso' },
  'card dispute': { word: 'contestazione', forms: ['contest'] },
  shelf: { word: 'in vendita', forms: ['dalla vendita'] },
  'tracking number': { word: 'numero di tracciamento' },
} satisfies Glossary
