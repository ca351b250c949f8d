import type en from '../en/funds.ts'

export default {
  'funds.title': 'Mouvements',
  'funds.tabs': 'Compte',
  'funds.available': 'Solde',
  'funds.pending': 'En attente',
  'funds.held': 'Bloqué',
  'funds.empty': 'Rien n’a encore bougé',
  'funds.empty.text': 'Chaque centime qui entre ou sort sera ici, avec son motif.',
  'funds.after': 'Ensuite {amount}',
  'funds.number': 'Écriture {n}',
  'funds.order': 'Commande {code}',
  'funds.event.order.paid': 'Paiement de l’acheteur',
  'funds.event.order.paid-late': 'Paiement tardif',
  'funds.event.order.picked-up': 'Retrait : coût d’achat',
  'funds.event.order.shipped': 'Expédition : fournisseur payé',
  'funds.event.order.received': 'Réception : gains en attente',
  'funds.event.order.completed': 'Réglé',
  'funds.event.order.cancelled': 'Annulée',
  'funds.event.order.cost-returned': 'Coût d’achat rendu',
  'funds.event.buyer.refunded': 'Acheteur remboursé',
  'funds.chain': 'Empreinte de cette écriture et de toutes les précédentes',
} satisfies Record<keyof typeof en, string>
