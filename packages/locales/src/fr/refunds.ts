import type en from '../en/refunds.ts'

export default {
  'refunds.title': 'Rem\u00ADbour\u00ADse\u00ADments',
  'refunds.empty': 'Aucune demande de remboursement pour l’instant',
  'refunds.tabs': 'État',
  'refunds.state.requested': 'Réponse attendue',
  'refunds.state.agreed': 'Acceptée',
  'refunds.state.objected': 'Contestée',
  'refunds.state.refunded': 'Remboursée',
  'refunds.state.declined': 'Refusée',
  'refunds.state.withdrawn': 'Retirée par l’acheteur',
  'refunds.reason.damaged': 'Arrivé abîmé',
  'refunds.reason.not-as-described': 'Non conforme à la description',
  'refunds.reason.not-arrived': 'Jamais arrivé',
  'refunds.reason.changed-mind': 'A changé d’avis',
  'refunds.reason.other': 'Autre motif',
  'refunds.amount': 'Montant demandé',
  'refunds.you-pay': 'Vous payez',
  'refunds.picture': 'Photo {n}',
  'refunds.answer-by': 'Réponse attendue avant : {when}',
  'refunds.silence': 'Sans réponse de votre part, le remboursement est accepté automatiquement.',
  'refunds.silence.staff':
    'La plateforme a ouvert ce remboursement. Sans réponse de votre part, il n’est pas accepté : une autre personne de la plateforme décide.',
  'refunds.refund': 'Rembourser {amount}',
  'refunds.agree.sure': 'Rembourser {amount} à l’acheteur ?',
  'refunds.agree.text': 'C’est irréversible.',
  'refunds.object': 'Contester',
  'refunds.object.why': 'Pourquoi contestez-vous ce remboursement ?',
  'refunds.object.hint': 'La plateforme examinera les deux versions et décidera.',
  'refunds.decide-by':
    'La plateforme décidera avant le {when}. Sinon, elle paie elle-même l’acheteur, sans frais pour vous.',
  'refunds.decide-by.staff':
    'Une autre personne de la plateforme décidera avant le {when}. Sinon, le remboursement est refusé.',
  'refunds.referred':
    'Ce remboursement porterait votre dette au-dessus du plafond : la plateforme décide. Votre accord est enregistré. Réponse au plus tard {when}.',
  'refunds.referred.silence':
    'Ce remboursement porterait votre dette au-dessus du plafond : la plateforme décide au plus tard {when}.',
  'refunds.object.send': 'Envoyer la contestation',
  'refunds.answered': 'Réponse envoyée',
  'refunds.waits':
    'L’acheteur sera remboursé dès que la commande sera traitée. D’ici là, tout le paiement reste sous séquestre.',
  'refunds.decision': 'Décision de la plateforme',
  'refunds.pays': 'Qui paie quoi',
  'refunds.pays.escrow': 'Le séquestre de la commande',
  'refunds.pays.pending': 'Vos gains en attente',
  'refunds.pays.available': 'Votre solde',
  'refunds.pays.due': 'Dû par vous, réglé sur vos nouveaux gains',
  'refunds.pays.commission': 'Commission rendue par la plateforme',
  'refunds.pays.supplier': 'Coût d’achat rendu par le fournisseur',
  'refunds.pays.shipping': 'Frais de port rendus par la plateforme',
  'refunds.pays.tax': 'Taxes rendues par la plateforme',
  'refunds.pays.platform': 'Payé par la plateforme',
  'refunds.pays.buyer': 'L’acheteur reçoit',
  'refunds.new':
    '{n, plural, one {# nouvelle demande de remboursement} many {# nouvelles demandes de remboursement} other {# nouvelles demandes de remboursement}}',
  'refunds.all': 'Toutes',
} satisfies Record<keyof typeof en, string>
