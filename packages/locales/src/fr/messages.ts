import type en from '../en/messages.ts'

export default {
  'messages.title': 'Messages',
  'messages.filter': 'Filtrer les messages',
  'messages.unread': 'Non lus',
  'messages.read-all': 'Tout marquer comme lu',
  'messages.empty': 'Aucun message pour l’instant',
  'messages.empty.text': 'Les nouvelles de votre boutique apparaîtront ici.',
  'messages.empty.unread': 'Vous avez tout lu',
  'messages.unread-count': '{n, plural, one {# message non lu} many {# messages non lus} other {# messages non lus}}',
  'messages.type.orders': 'Commandes',
  'messages.type.buyers': 'Acheteurs',
  'messages.type.refunds': 'Remboursements',
  'messages.type.money': 'Argent',
  'messages.type.security': 'Sécurité',
  'messages.type.shop': 'Boutique',
  'messages.type.support': 'Service client',
  'messages.type.announcement': 'Annonces',
  'messages.sender.system': 'Système',
  'messages.sender.support': 'Service client',
  'messages.sender.announcement': 'Quayside',
  'messages.about': 'Concerne',
  'messages.open': 'Ouvrir',
  'messages.choose': 'Mes notifications',
  'messages.email': 'E-mail',
  'messages.email.none': 'Les notifications par e-mail sont indisponibles pour le moment.',
  'messages.push': 'Push',
  'messages.push.text':
    'Recevez des notifications sur cet appareil, même quand l’application est fermée. Un téléphone verrouillé n’affiche que le sujet et le nombre, jamais de noms ni de montants.',
  'messages.push.on': 'Activer',
  'messages.push.off': 'Désactiver',
  'messages.push.later': 'Vous pourrez les activer dès qu’un acheteur aura payé votre première commande.',
  'messages.push.denied': 'Votre navigateur bloque les notifications. Autorisez-les pour Quayside dans ses réglages.',
  'messages.push.unsupported':
    'Ce navigateur ne prend pas en charge les notifications. Sur un iPhone, ajoutez d’abord l’application à l’écran d’accueil.',
  'messages.push.none': 'Les notifications sont indisponibles pour le moment.',
  'messages.push.failed': 'Impossible d’activer les notifications. Réessayez plus tard.',
  'messages.not-you': 'Si ce n’était pas vous, contactez immédiatement le service client.',
  'messages.order.paid':
    '{n, plural, =1 {La commande {code} est payée et à traiter. Votre bénéfice : {amount}.} one {# commande payée est à traiter. Votre bénéfice : {amount}.} many {# commandes payées sont à traiter. Votre bénéfice : {amount}.} other {# commandes payées sont à traiter. Votre bénéfice : {amount}.}}',
  'messages.order.pickup-near':
    '{n, plural, =1 {La commande {code} sera annulée dans moins de 12 heures si vous ne la traitez pas.} one {# commande sera annulée dans moins de 12 heures si vous ne la traitez pas.} many {# commandes seront annulées dans moins de 12 heures si vous ne les traitez pas.} other {# commandes seront annulées dans moins de 12 heures si vous ne les traitez pas.}}',
  'messages.order.cancelled':
    '{n, plural, =1 {La commande {code} a été annulée.} one {# commande a été annulée.} many {# commandes ont été annulées.} other {# commandes ont été annulées.}}',
  'messages.order.shipped':
    '{n, plural, =1 {La commande {code} a été expédiée.} one {# commande a été expédiée.} many {# commandes ont été expédiées.} other {# commandes ont été expédiées.}}',
  'messages.order.ship-undone':
    '{n, plural, =1 {L’expédition de la commande {code} a été annulée. Elle sera réexpédiée.} one {L’expédition de # commande a été annulée. Elle sera réexpédiée.} many {L’expédition de # commandes a été annulée. Elles seront réexpédiées.} other {L’expédition de # commandes a été annulée. Elles seront réexpédiées.}}',
  'messages.order.received':
    '{n, plural, =1 {La commande {code} est arrivée. En attente : {amount}.} one {# commande est arrivée. En attente : {amount}.} many {# commandes sont arrivées. En attente : {amount}.} other {# commandes sont arrivées. En attente : {amount}.}}',
  'messages.order.completed':
    '{n, plural, =1 {La commande {code} est réglée. Votre solde reçoit {amount}.} one {# commande est réglée. Votre solde reçoit {amount}.} many {# commandes sont réglées. Votre solde reçoit {amount}.} other {# commandes sont réglées. Votre solde reçoit {amount}.}}',
  'messages.order.set-aside':
    'Nous vérifions la commande {code}, car son acheteur a en commun avec vous un appareil, une carte, un contact ou une adresse. Votre argent n’est pas concerné. Elle comptera dans vos chiffres et votre note une fois validée.',
  'messages.order.cleared': 'La commande {code} a été validée : elle compte désormais dans vos chiffres et votre note.',
  'messages.order.upheld':
    'La commande {code} ne compte pas dans vos chiffres ni dans votre note, car nous la considérons comme votre propre achat. Votre argent n’est pas concerné. Si c’est une erreur, contactez le service client.',
  'messages.order.disputed':
    'Commande {code} : litige, l’émetteur de la carte réclame {amount}. Voyez quelles preuves envoyer et jusqu’à quand.',
  'messages.order.dispute-won':
    'Commande {code} : la banque a décidé en votre faveur. De nouveau disponible : {amount}.',
  'messages.order.charged-back': 'Commande {code} : la banque a rendu {amount} au titulaire de la carte.',
  'messages.order-talk.asked': 'L’acheteur de la commande {code} vous a écrit.',
  'messages.order-talk.taken':
    'Commande {code} : le service client a pris le relais dans votre conversation avec l’acheteur.',
  'messages.refund.requested':
    'Un acheteur demande un remboursement de {amount} ({code}). Répondez au plus tard le {date}, sinon il sera accepté automatiquement.',
  'messages.refund.opened':
    'Nous avons ouvert le remboursement {code} de {amount} pour une commande réglée. Acceptez-le ou contestez-le au plus tard le {date} ; ensuite, une autre personne de Quayside décidera.',
  'messages.refund.due-soon':
    'Le remboursement {code} sera accepté automatiquement dans moins de 12 heures. Répondez avant.',
  'messages.refund.withdrawn': 'L’acheteur a retiré sa demande de remboursement {code}.',
  'messages.refund.approved': 'Le remboursement {code} a été accepté. L’acheteur recevra {amount}.',
  'messages.refund.borne': 'Remboursement {code} : nous rendrons {amount} à l’acheteur, sans frais pour vous.',
  'messages.refund.declined': 'Le remboursement {code} a été refusé. L’acheteur ne sera pas remboursé.',
  'messages.deposit.credited':
    '{n, plural, =1 {Recharge {code} : votre solde reçoit {amount}.} one {# recharge : votre solde reçoit {amount}.} many {# recharges : votre solde reçoit {amount}.} other {# recharges : votre solde reçoit {amount}.}}',
  'messages.deposit.set-aside':
    'La recharge {code} de {amount} est inférieure au minimum. Nous la gardons et la créditerons avec la prochaine.',
  'messages.deposit.rejected': 'La recharge {code} a été refusée.',
  'messages.deposit.reversed': 'La recharge {code} a été annulée, car le réseau a annulé le transfert de {amount}.',
  'messages.deposit.disputed':
    'Recharge {code} : litige, l’émetteur de la carte réclame {amount}. Voyez quelles preuves envoyer et jusqu’à quand.',
  'messages.deposit.dispute-won':
    'Recharge {code} : la banque a décidé en votre faveur. De nouveau disponible : {amount}.',
  'messages.deposit.charged-back': 'Recharge {code} : la banque a rendu {amount} au titulaire de la carte.',
  'messages.withdrawal.requested':
    'Le retrait {code} de {amount} a été demandé. Si ce n’était pas vous, annulez-le et contactez immédiatement le service client.',
  'messages.withdrawal.approved': 'Le retrait {code} est approuvé. Vous recevrez {amount}.',
  'messages.withdrawal.rejected': 'Le retrait {code} a été refusé. De retour sur votre solde : {amount}.',
  'messages.withdrawal.paid': 'Le retrait {code} est versé : {amount}.',
  'messages.withdrawal.failed': 'Le retrait {code} n’a pas pu être versé. De retour sur votre solde : {amount}.',
  'messages.withdrawal.returned':
    'La banque a renvoyé le retrait {code} après son versement. De retour sur votre solde : {amount}.',
  'messages.withdrawal.overdue':
    'Le retrait {code} de {amount} est en retard. Veuillez nous en excuser. Votre argent est en sécurité.',
  'messages.withdrawal.unsent':
    'Le retrait {code} a été approuvé, mais nous ne l’avons pas versé à temps. Veuillez nous en excuser. De retour sur votre solde : {amount}.',
  'messages.withdrawal.escalated':
    'Le retrait {code} de {amount} a été envoyé, mais nous n’avons pas encore de preuve du paiement. Nous vérifions. Votre argent est en sécurité : il arrivera ou vous sera rendu en entier.',
  'messages.withdrawal.appeal-granted':
    'Retrait {code} : votre recours a été accepté. Vous pouvez retirer {amount} de nouveau.',
  'messages.withdrawal.appeal-declined': 'Retrait {code} : votre recours a été rejeté.',
  'messages.unidentified.assigned':
    'Nous avons identifié un virement de {amount} comme étant le vôtre. Il est sur votre solde.',
  'messages.adjustment.goodwill': 'Nous avons crédité {amount} sur votre solde. Numéro : {code}',
  'messages.adjustment.corrected': 'Nous avons corrigé une écriture antérieure et déduit {amount}. Numéro : {code}',
  'messages.adjustment.written-off': 'Nous avons annulé {amount} de votre dette. Numéro : {code}',
  'messages.destination.added': 'Une nouvelle destination de retrait se terminant par {ending} a été enregistrée.',
  'messages.payment-password.set': 'Un code de paiement a été défini.',
  'messages.payment-password.changed': 'Votre code de paiement a été modifié.',
  'messages.payment-password.reset': 'Votre code de paiement a été réinitialisé.',
  'messages.payment-password.disabled':
    'Votre code de paiement a été désactivé après trop d’essais erronés. Définissez-en un nouveau.',
  'messages.passkey.added': 'Une clé d’accès a été ajoutée : {name}. Elle permet de confirmer paiements et retraits.',
  'messages.passkey.removed': 'Une clé d’accès a été supprimée : {name}.',
  'messages.login-password.changed': 'Votre mot de passe de connexion a été changé.',
  'messages.login-password.reset': 'Votre mot de passe de connexion a été réinitialisé.',
  'messages.contact.changed': 'Votre téléphone ou votre e-mail a été changé.',
  'messages.login.new-device': 'Nouvelle connexion à votre compte depuis un autre appareil.',
  'messages.registration.verified':
    'Votre boutique est vérifiée. Vous pouvez vendre, recharger votre solde et retirer de l’argent.',
  'messages.registration.more-information': 'Il nous faut d’autres informations pour vérifier votre boutique.',
  'messages.registration.rejected': 'Votre inscription a été refusée. Vous pouvez voir pourquoi et faire un recours.',
  'messages.registration.overdue':
    'L’examen de votre inscription est en retard. Veuillez nous en excuser. Vous n’avez rien à faire.',
  'messages.shop.closed': 'Votre boutique a été fermée.',
  'messages.shop.closing': 'La fermeture de votre boutique est prévue. La date figure sur l’accueil.',
  'messages.shop.opened': 'Votre boutique est de nouveau ouverte.',
  'messages.shop.restricted-sell':
    'À partir du {date}, les acheteurs ne pourront plus passer de nouvelles commandes dans votre boutique. Les retraits restent possibles.',
  'messages.shop.restricted-pick-up':
    'À partir du {date}, vous ne pourrez plus traiter de commandes. Les retraits restent possibles.',
  'messages.shop.restricted-list':
    'À partir du {date}, vous ne pourrez plus ajouter de produits ni les mettre en vente. Les retraits restent possibles.',
  'messages.shop.restriction-lifted': 'Une restriction de votre boutique a été levée.',
  'messages.listing.at-loss':
    '{n, plural, =1 {{name} a été retiré de la vente, car il se vendrait à perte.} one {# produit a été retiré de la vente, car il se vendrait à perte.} many {# produits ont été retirés de la vente, car ils se vendraient à perte.} other {# produits ont été retirés de la vente, car ils se vendraient à perte.}}',
  'messages.listing.withdrawn':
    '{n, plural, =1 {{name} a été retiré de la vente, car le fournisseur ne le propose plus.} one {# produit a été retiré de la vente, car son fournisseur ne le propose plus.} many {# produits ont été retirés de la vente, car leurs fournisseurs ne les proposent plus.} other {# produits ont été retirés de la vente, car leurs fournisseurs ne les proposent plus.}}',
  'messages.listing.supplier-changed':
    '{n, plural, =1 {Le fournisseur a changé le prix ou le stock de {name}.} one {Un fournisseur a changé le prix ou le stock de # produit.} many {Des fournisseurs ont changé le prix ou le stock de # produits.} other {Des fournisseurs ont changé le prix ou le stock de # produits.}}',
  'messages.setting.changed':
    'Changement le {date} : {name}, de {before} à {value}. Ce que vous avez commencé avant garde ses conditions actuelles.',
  'messages.setting.name.commission': 'commission',
  'messages.setting.name.withdrawal-fee.bank': 'frais de retrait vers une banque',
  'messages.setting.name.withdrawal-fee.chain': 'frais de retrait vers une adresse de blockchain',
  'messages.setting.name.card-hold': 'attente avant de pouvoir retirer une recharge par carte',
  'messages.setting.name.order.pickup-window': 'délai pour traiter une commande',
  'messages.setting.name.order.shipping-window': 'délai d’expédition de la plateforme',
  'messages.setting.name.order.protection-window': 'délai avant que le bénéfice d’une commande reçue soit disponible',
  'messages.setting.name.refund.answer-window': 'délai pour répondre à une demande de remboursement',
  'messages.setting.name.refund.decision-window': 'délai de décision de la plateforme sur un remboursement',
  'messages.privacy.copy-ready': 'La copie de vos données est prête à télécharger.',
  'messages.privacy.refused': 'Votre demande concernant vos données a été refusée.',
  'messages.support.answered':
    '{n, plural, =1 {Le service client vous a répondu.} one {Le service client vous a envoyé # réponse.} many {Le service client vous a envoyé # réponses.} other {Le service client vous a envoyé # réponses.}}',
  'messages.new': '{n, plural, one {# nouveau message} many {# nouveaux messages} other {# nouveaux messages}}',
  'messages.all': 'Tous',
} satisfies Record<keyof typeof en, string>
