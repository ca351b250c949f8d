import type en from '../en/funds.ts'

export default {
  'funds.title': 'Movimenti',
  'funds.tabs': 'Conto',
  'funds.available': 'Saldo',
  'funds.pending': 'In sospeso',
  'funds.held': 'Bloccato',
  'funds.empty': 'Ancora nessun movimento',
  'funds.empty.text': 'Qui ci sarà ogni centesimo che entra o esce, con il suo motivo.',
  'funds.after': 'Poi {amount}',
  'funds.number': 'Registrazione {n}',
  'funds.order': 'Ordine {code}',
  'funds.event.order.paid': 'Pagamento dell’acquirente',
  'funds.event.order.paid-late': 'Pagamento tardivo',
  'funds.event.order.picked-up': 'Ritiro: costo d’acquisto',
  'funds.event.order.shipped': 'Spedizione: fornitore pagato',
  'funds.event.order.received': 'Ricevuto: ricavi in sospeso',
  'funds.event.order.completed': 'Regolato',
  'funds.event.order.cancelled': 'Annullato',
  'funds.event.order.cost-returned': 'Costo d’acquisto restituito',
  'funds.event.buyer.refunded': 'Acquirente rimborsato',
  'funds.chain': 'Impronta di questa registrazione e di tutte le precedenti',
} satisfies Record<keyof typeof en, string>
