import type en from '../en/funds.ts'

export default {
  'funds.title': 'Taifid airgid',
  'funds.tabs': 'Cuntas',
  'funds.available': 'Iarmhéid',
  'funds.pending': 'Ar feitheamh',
  'funds.held': 'Coinnithe',
  'funds.empty': 'Níor bhog dada fós',
  'funds.empty.text': 'Beidh gach cent a thagann nó a imíonn anseo, agus a chúis leis.',
  'funds.after': 'Ansin {amount}',
  'funds.number': 'Taifead {n}',
  'funds.order': 'Ordú {code}',
  'funds.event.order.paid': 'D’íoc an ceannaitheoir',
  'funds.event.order.paid-late': 'Íocaíocht dhéanach',
  'funds.event.order.picked-up': 'Bailithe: costas ceannaigh',
  'funds.event.order.shipped': 'Seolta: soláthraí íoctha',
  'funds.event.order.received': 'Faighte: tuilleamh ar feitheamh',
  'funds.event.order.completed': 'Socraithe',
  'funds.event.order.cancelled': 'Cealaithe',
  'funds.event.order.cost-returned': 'Costas ceannaigh ar ais',
  'funds.event.buyer.refunded': 'Ceannaitheoir aisíoctha',
  'funds.chain': 'Méarlorg an taifid seo agus gach taifid roimhe',
} satisfies Record<keyof typeof en, string>
