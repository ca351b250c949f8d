import type en from '../en/messages.ts'

export default {
  'messages.title': 'Messages',
  'messages.filter': 'Filtrer les messages',
  'messages.unread': 'Non lus',
  'messages.read-all': 'Tout marquer comme lu',
  'messages.mark-read': 'Marquer comme lu',
  'messages.empty': 'Aucun message pour l’instant',
  'messages.empty.text': 'Ce qui se passe dans votre boutique vous est annoncé ici.',
  'messages.empty.unread': 'Vous avez tout lu',
  'messages.unread-count': '{n, plural, one {# message non lu} many {# messages non lus} other {# messages non lus}}',
  'messages.type': 'Sujet',
  'messages.type.orders': 'Commandes',
  'messages.type.refunds': 'Remboursements',
  'messages.type.money': 'Argent',
  'messages.type.security': 'Sécurité',
  'messages.type.shop': 'Boutique',
  'messages.type.support': 'Service client',
  'messages.type.announcement': 'Annonces',
  'messages.sender': 'De',
  'messages.sender.system': 'Système',
  'messages.sender.support': 'Service client',
  'messages.sender.announcement': 'Quayside',
  'messages.sent': 'Envoyé',
  'messages.about': 'De quoi il s’agit',
  'messages.open': 'Ouvrir',
  'messages.choose': 'Mes notifications',
  'messages.choose.text': 'Chaque message reste dans l’application. Choisissez ce qui doit vous parvenir en plus.',
  'messages.email': 'E-mail',
  'messages.email.none': 'Aucun e-mail n’est envoyé pour le moment.',
  'messages.push': 'Notifications push',
  'messages.push.text':
    'Notifications sur cet appareil, même quand l’application est fermée. Sur un téléphone verrouillé, vous ne voyez que le sujet et le nombre : ni noms, ni montants.',
  'messages.push.on': 'Activer sur cet appareil',
  'messages.push.off': 'Arrêter sur cet appareil',
  'messages.push.later': 'Vous pourrez les activer dès qu’un acheteur aura payé votre première commande.',
  'messages.push.denied':
    'Le navigateur bloque les notifications de cette application. Autorisez-les dans ses réglages.',
  'messages.push.unsupported':
    'Ce navigateur n’affiche pas de notifications. Sur un iPhone, ajoutez d’abord l’application à l’écran d’accueil.',
  'messages.push.none': 'Aucune notification n’est envoyée pour le moment.',
  'messages.push.failed': 'Activation impossible. Réessayez plus tard.',
  'messages.not-you': 'Si ce n’était pas vous, contactez immédiatement le service client.',
  'messages.order.paid':
    '{n, plural, =1 {La commande {code} est payée et à traiter. Vous gagnez {amount}.} one {# commandes payées sont à traiter. Vous gagnez {amount}.} many {# commandes payées sont à traiter. Vous gagnez {amount}.} other {# commandes payées sont à traiter. Vous gagnez {amount}.}}',
  'messages.order.pickup-near':
    '{n, plural, =1 {La commande {code} sera annulée dans moins de 12 heures si vous ne la traitez pas.} one {# commandes seront annulées dans moins de 12 heures si vous ne les traitez pas.} many {# commandes seront annulées dans moins de 12 heures si vous ne les traitez pas.} other {# commandes seront annulées dans moins de 12 heures si vous ne les traitez pas.}}',
  'messages.order.cancelled':
    '{n, plural, =1 {La commande {code} a été annulée.} one {# commandes ont été annulées.} many {# commandes ont été annulées.} other {# commandes ont été annulées.}}',
  'messages.order.shipped':
    '{n, plural, =1 {La commande {code} a été expédiée.} one {# commandes ont été expédiées.} many {# commandes ont été expédiées.} other {# commandes ont été expédiées.}}',
  'messages.order.ship-undone':
    '{n, plural, =1 {L’expédition de la commande {code} a été annulée. Elle sera réexpédiée.} one {L’expédition de # commande a été annulée. Elle sera réexpédiée.} many {L’expédition de # commandes a été annulée. Elles seront réexpédiées.} other {L’expédition de # commandes a été annulée. Elles seront réexpédiées.}}',
  'messages.order.received':
    '{n, plural, =1 {La commande {code} est arrivée. {amount} sont en attente.} one {# commandes sont arrivées. {amount} sont en attente.} many {# commandes sont arrivées. {amount} sont en attente.} other {# commandes sont arrivées. {amount} sont en attente.}}',
  'messages.order.completed':
    '{n, plural, =1 {La commande {code} est réglée. {amount} sont dans votre solde.} one {# commandes sont réglées. {amount} sont dans votre solde.} many {# commandes sont réglées. {amount} sont dans votre solde.} other {# commandes sont réglées. {amount} sont dans votre solde.}}',
  'messages.order.set-aside':
    'La commande {code} est en cours de vérification : son acheteur a en commun avec vous un appareil, une carte, un contact ou une adresse. Votre argent suit son cours normal. Elle comptera dans vos chiffres et votre note une fois la vérification levée.',
  'messages.order.cleared':
    'La vérification de la commande {code} est levée : elle compte dans vos chiffres et votre note.',
  'messages.order.upheld':
    'La commande {code} ne compte pas dans vos chiffres ni dans votre note : nous la considérons comme votre propre achat. Votre argent n’est pas touché. Si c’est une erreur, contactez le service client.',
  'messages.order.disputed':
    'Commande {code} : la banque de la carte réclame {amount}. Voyez ce que vous pouvez envoyer et jusqu’à quand.',
  'messages.order.dispute-won': 'Commande {code} : la banque vous a donné raison, {amount} sont de nouveau à vous.',
  'messages.order.charged-back': 'Commande {code} : la banque a rendu {amount} au titulaire de la carte.',
  'messages.refund.requested':
    'Un acheteur demande à récupérer {amount} : remboursement {code}. Sans réponse de votre part avant le {date}, il est considéré comme accepté.',
  'messages.refund.opened':
    'La plateforme a ouvert le remboursement {code} de {amount} pour une commande réglée. Acceptez ou contestez avant le {date} ; ensuite, une autre personne de la plateforme décide.',
  'messages.refund.due-soon':
    'Le remboursement {code} sera considéré comme accepté dans moins de 12 heures. Répondez avant.',
  'messages.refund.withdrawn': 'L’acheteur a annulé sa demande de remboursement {code}.',
  'messages.refund.approved': 'Le remboursement {code} est accordé : {amount} retournent à l’acheteur.',
  'messages.refund.borne':
    'Remboursement {code} : {amount} retournent à l’acheteur, et c’est la plateforme qui paie. Cela ne vous coûte rien.',
  'messages.refund.declined': 'Le remboursement {code} a été refusé. L’acheteur ne reçoit rien.',
  'messages.deposit.credited':
    '{n, plural, =1 {Recharge {code} : {amount} sont dans votre solde.} one {# recharges : {amount} sont dans votre solde.} many {# recharges : {amount} sont dans votre solde.} other {# recharges : {amount} sont dans votre solde.}}',
  'messages.deposit.set-aside':
    'La recharge {code} de {amount} est inférieure au minimum. Elle est gardée pour vous et sera créditée avec la suivante.',
  'messages.deposit.rejected': 'La recharge {code} n’a pas été créditée.',
  'messages.deposit.reversed': 'Le réseau a annulé le transfert de {amount} : la recharge {code} n’est plus créditée.',
  'messages.deposit.disputed':
    'Recharge {code} : la banque de la carte réclame {amount}. Voyez ce que vous pouvez envoyer et jusqu’à quand.',
  'messages.deposit.dispute-won': 'Recharge {code} : la banque vous a donné raison, {amount} sont de nouveau à vous.',
  'messages.deposit.charged-back': 'Recharge {code} : la banque a rendu {amount} au titulaire de la carte.',
  'messages.withdrawal.requested':
    'Le retrait {code} de {amount} a été demandé. Si ce n’était pas vous, annulez-le et contactez immédiatement le service client.',
  'messages.withdrawal.approved': 'Le retrait {code} est approuvé. {amount} vous seront versés.',
  'messages.withdrawal.rejected': 'Le retrait {code} n’a pas été approuvé. {amount} sont de nouveau dans votre solde.',
  'messages.withdrawal.paid': 'Le retrait {code} est versé : {amount}.',
  'messages.withdrawal.failed': 'Le retrait {code} n’a pas pu être versé. {amount} sont de nouveau dans votre solde.',
  'messages.withdrawal.returned':
    'La banque a renvoyé le retrait {code} après son versement. {amount} sont de nouveau dans votre solde.',
  'messages.withdrawal.overdue':
    'Le retrait {code} de {amount} a dépassé le délai promis. C’est notre faute ; votre argent est en sécurité.',
  'messages.withdrawal.unsent':
    'Le retrait {code} a été approuvé, mais nous ne l’avons pas payé à temps. C’est notre faute. {amount} est de nouveau dans votre solde.',
  'messages.withdrawal.escalated':
    'Le retrait {code} de {amount} a été envoyé, mais la preuve du paiement manque encore. Nous vérifions ; votre argent sera payé ou reviendra en entier.',
  'messages.withdrawal.appeal-granted':
    'Retrait {code} : votre recours a été accepté. Vous pouvez retirer {amount} de nouveau.',
  'messages.withdrawal.appeal-declined': 'Retrait {code} : votre recours a été rejeté.',
  'messages.unidentified.assigned': 'Nous avons établi qu’un virement de {amount} est à vous. Il est sur votre solde.',
  'messages.adjustment.goodwill': 'La plateforme vous a donné {amount}. La somme est sur votre solde. Numéro : {code}',
  'messages.adjustment.corrected': 'Une écriture antérieure a été corrigée : {amount} ont été repris. Numéro : {code}',
  'messages.adjustment.written-off': 'La plateforme a annulé {amount} que vous deviez. Numéro : {code}',
  'messages.destination.added': 'Une nouvelle destination de retrait se terminant par {ending} a été enregistrée.',
  'messages.payment-password.set': 'Un code de paiement a été défini.',
  'messages.payment-password.changed': 'Votre code de paiement a été modifié.',
  'messages.payment-password.reset':
    'Un nouveau code de paiement a été défini avec votre mot de passe de connexion et un code reçu.',
  'messages.payment-password.disabled':
    'Votre code de paiement a été désactivé après de nombreuses erreurs. Définissez-en un nouveau.',
  'messages.login-password.changed': 'Votre mot de passe de connexion a été changé.',
  'messages.login-password.reset': 'Un nouveau mot de passe de connexion a été défini avec un code.',
  'messages.contact.changed': 'Votre téléphone ou votre e-mail a été changé.',
  'messages.login.new-device': 'Une connexion à votre compte a eu lieu sur un nouvel appareil.',
  'messages.registration.verified':
    'Votre boutique est vérifiée. Vous pouvez vendre, recharger votre solde et retirer de l’argent.',
  'messages.registration.more-information': 'Il nous faut d’autres informations pour vérifier votre boutique.',
  'messages.registration.rejected': 'Votre inscription a été refusée. Vous pouvez lire pourquoi et faire appel.',
  'messages.registration.overdue':
    'L’examen de votre inscription prend plus de temps que promis. Vous n’avez rien à faire.',
  'messages.shop.closed': 'Votre boutique a été fermée.',
  'messages.shop.closing':
    'La fermeture de votre boutique a été annoncée. L’écran d’accueil indique à partir de quand.',
  'messages.shop.opened': 'Votre boutique est de nouveau ouverte.',
  'messages.shop.restricted-sell':
    'À partir du {date}, les acheteurs ne peuvent plus passer de nouvelles commandes dans votre boutique. Les retraits restent ouverts.',
  'messages.shop.restricted-pick-up':
    'À partir du {date}, vous ne pouvez plus traiter de commandes. Les retraits restent ouverts.',
  'messages.shop.restricted-list':
    'À partir du {date}, vous ne pouvez plus ajouter de produits ni les mettre en vente. Les retraits restent ouverts.',
  'messages.shop.restriction-lifted': 'Une restriction de votre boutique a été levée.',
  'messages.listing.at-loss':
    '{n, plural, =1 {{name} n’est plus en vente : ce serait une vente à perte.} one {# produits ne sont plus en vente : ils se vendraient à perte.} many {# produits ne sont plus en vente : ils se vendraient à perte.} other {# produits ne sont plus en vente : ils se vendraient à perte.}}',
  'messages.listing.withdrawn':
    '{n, plural, =1 {{name} n’est plus en vente : le fournisseur ne propose plus ce produit.} one {# produits ne sont plus en vente : les fournisseurs ne les vendent plus.} many {# produits ne sont plus en vente : les fournisseurs ne les vendent plus.} other {# produits ne sont plus en vente : les fournisseurs ne les vendent plus.}}',
  'messages.listing.supplier-changed':
    '{n, plural, =1 {Le fournisseur a changé le prix ou le stock de {name}.} one {Des fournisseurs ont changé le prix ou le stock de # produits.} many {Des fournisseurs ont changé le prix ou le stock de # produits.} other {Des fournisseurs ont changé le prix ou le stock de # produits.}}',
  'messages.setting.changed':
    'À partir du {date} : {name} {value}, jusque-là {before}. Ce qui a été fait avant garde ses conditions.',
  'messages.setting.name.commission': 'commission',
  'messages.setting.name.withdrawal-fee.bank': 'frais de retrait vers une banque',
  'messages.setting.name.withdrawal-fee.chain': 'frais de retrait vers une adresse de blockchain',
  'messages.setting.name.card-hold': 'attente avant de pouvoir retirer une recharge par carte',
  'messages.setting.name.order.pickup-window': 'délai pour traiter une commande',
  'messages.setting.name.order.shipping-window': 'délai d’expédition de la plateforme',
  'messages.setting.name.order.protection-window': 'délai avant la libération des gains d’une commande reçue',
  'messages.setting.name.refund.answer-window': 'délai pour répondre à une demande de remboursement',
  'messages.setting.name.refund.decision-window': 'délai de la plateforme pour décider d’un remboursement',
  'messages.support.answered':
    '{n, plural, =1 {Le service client vous a répondu.} one {Le service client vous a envoyé # réponses.} many {Le service client vous a envoyé # réponses.} other {Le service client vous a envoyé # réponses.}}',
} satisfies Record<keyof typeof en, string>
