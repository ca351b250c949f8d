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
  'refunds.answer-by': 'Réponse attendue : {when}',
  'refunds.silence': 'Sans réponse de votre part, le remboursement est accepté automatiquement.',
  'refunds.silence.staff':
    'Nous avons ouvert ce remboursement. Sans réponse de votre part, il n’est pas accepté automatiquement : une autre personne de Quayside décide.',
  'refunds.refund': 'Rembourser {amount}',
  'refunds.agree.sure': 'Rembourser {amount} à l’acheteur ?',
  'refunds.agree.text': 'C’est irréversible.',
  'refunds.object': 'Contester',
  'refunds.object.why': 'Pourquoi contestez-vous ce remboursement ?',
  'refunds.object.hint': 'Nous examinerons les deux versions et déciderons.',
  'refunds.decide-by':
    'Nous déciderons au plus tard le {when}. À défaut, nous payons nous-mêmes l’acheteur, sans frais pour vous.',
  'refunds.decide-by.staff':
    'Une autre personne de Quayside décidera au plus tard le {when}. Sinon, le remboursement est refusé.',
  'refunds.referred':
    'Ce remboursement dépasserait votre plafond de dette ; nous décidons donc au plus tard le {when}. Votre accord est enregistré.',
  'refunds.referred.silence':
    'Ce remboursement dépasserait votre plafond de dette ; nous décidons donc au plus tard le {when}.',
  'refunds.object.send': 'Envoyer la contestation',
  'refunds.answered': 'Réponse envoyée',
  'refunds.waits':
    'L’acheteur sera remboursé dès que la commande sera traitée. D’ici là, tout le paiement reste sous séquestre.',
  'refunds.decision': 'Notre décision',
  'refunds.pays': 'Qui paie quoi',
  'refunds.pays.escrow': 'Le séquestre de la commande',
  'refunds.pays.pending': 'Votre bénéfice en attente',
  'refunds.pays.available': 'Votre solde',
  'refunds.pays.due': 'Dû par vous, réglé sur votre nouveau bénéfice',
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
