import type en from '../en/funds.ts'

export default {
  'funds.title': 'Mutaties',
  'funds.tabs': 'Rekening',
  'funds.available': 'Saldo',
  'funds.pending': 'In behandeling',
  'funds.held': 'Vastgehouden',
  'funds.empty': 'Er is nog niets bewogen',
  'funds.empty.text': 'Elke cent die komt of gaat staat straks hier, met de oorzaak.',
  'funds.after': 'Daarna {amount}',
  'funds.number': 'Boeking {n}',
  'funds.order': 'Bestelling {code}',
  'funds.event.order.paid': 'Koper betaalde',
  'funds.event.order.paid-late': 'Late betaling',
  'funds.event.order.picked-up': 'Afgehaald: inkoopkosten',
  'funds.event.order.shipped': 'Verzonden: leverancier betaald',
  'funds.event.order.received': 'Ontvangen: opbrengst in behandeling',
  'funds.event.order.completed': 'Verrekend',
  'funds.event.order.cancelled': 'Geannuleerd',
  'funds.event.order.cost-returned': 'Inkoopkosten terug',
  'funds.event.buyer.refunded': 'Koper terugbetaald',
  'funds.chain': 'Vingerafdruk van deze boeking en alle eerdere',
} satisfies Record<keyof typeof en, string>
