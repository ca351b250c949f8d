import type en from '../en/funds.ts'

export default {
  'funds.title': 'Bevægelser',
  'funds.tabs': 'Konto',
  'funds.available': 'Saldo',
  'funds.pending': 'Afventer',
  'funds.held': 'Tilbageholdt',
  'funds.empty': 'Intet har bevæget sig endnu',
  'funds.empty.text': 'Hver øre, der kommer eller går, vil stå her med sin årsag.',
  'funds.after': 'Derefter {amount}',
  'funds.number': 'Postering {n}',
  'funds.order': 'Ordre {code}',
  'funds.event.order.paid': 'Køber betalte',
  'funds.event.order.paid-late': 'Sen betaling',
  'funds.event.order.picked-up': 'Afhentet: indkøbspris',
  'funds.event.order.shipped': 'Sendt: leverandør betalt',
  'funds.event.order.received': 'Modtaget: indtjening afventer',
  'funds.event.order.completed': 'Afregnet',
  'funds.event.order.cancelled': 'Annulleret',
  'funds.event.order.cost-returned': 'Indkøbspris tilbage',
  'funds.event.buyer.refunded': 'Køber refunderet',
  'funds.chain': 'Fingeraftryk af denne postering og alle før den',
} satisfies Record<keyof typeof en, string>
