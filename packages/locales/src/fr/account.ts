import type en from '../en/account.ts'

export default {
  'account.title': 'Informations personnelles',
  'account.text':
    'Vous vous connectez avec votre numéro de téléphone ou votre e-mail. Les codes et les alertes de votre compte y sont aussi envoyés.',
  'account.verify-email': 'Vérifier l’e-mail',
  'account.verify-phone': 'Vérifier le téléphone',
  'account.change-email': 'Changer d’e-mail',
  'account.change-phone': 'Changer de téléphone',
  'account.unverified': 'Non vérifié',
  'account.verified-on': 'Vérifié le {date}',
  'account.verify.text':
    'Nous allons envoyer un code à {where}. Saisissez-le ici pour confirmer que vous recevez nos messages.',
  'account.change.text':
    'Nous allons envoyer un code à la nouvelle adresse ou au nouveau numéro. L’ancien reste actif jusqu’à ce que vous saisissiez ce code. Nous l’en informerons ensuite, et les retraits seront suspendus quelque temps par sécurité.',
  'account.new-email': 'Nouvel e-mail',
  'account.new-phone': 'Nouveau téléphone',
  'account.confirm': 'Confirmer',
  'account.changed': 'Changé et vérifié',
  'account.trusted-from': 'Utilisable pour réinitialiser un mot de passe à partir du {time}.',
  'account.password': 'Changer de mot de passe',
  'account.password.text':
    'Nous vous prévenons par message qu’il a été changé. Tous les autres appareils sont déconnectés.',
  'account.password.old': 'Votre mot de passe de connexion actuel',
  'account.password.new': 'Nouveau mot de passe de connexion',
  'account.password.again': 'Saisissez-le à nouveau',
  'account.password.stay': 'Rester connecté ici',
  'account.password.changed': 'Mot de passe de connexion changé',
  'account.forgot.text':
    'Saisissez le téléphone ou l’e-mail avec lequel vous vous connectez. Nous enverrons un code au téléphone ou à l’e-mail vérifié de ce compte.',
  'account.forgot.sent': 'Si ce compte existe, un code est en route. Il est valable dix minutes.',
  'account.forgot.rest':
    'Tous les appareils sont déconnectés. Votre code de paiement reste le même, et les retraits sont suspendus quelque temps pour protéger votre argent.',
  'account.forgot.set': 'Définir un nouveau mot de passe de connexion',
  'account.devices': 'Appareils',
  'account.devices.text':
    'Vous êtes connecté ici. Déconnectez les appareils que vous ne reconnaissez pas, puis changez votre mot de passe de connexion.',
  'account.devices.here': 'Cet appareil',
  'account.devices.unknown': 'Navigateur inconnu',
  'account.devices.name': '{browser} sur {system}',
  'account.devices.used': 'Dernière utilisation : {ago}',
  'account.devices.since': 'Connecté depuis le {date}',
  'account.devices.end': 'Déconnecter cet appareil',
  'account.devices.end.sure': 'Déconnecter {device} ?',
  'account.devices.ended': 'Appareil déconnecté',
  'account.devices.all': 'Se déconnecter partout',
  'account.devices.all.sure': 'Voulez-vous vraiment vous déconnecter partout ?',
  'pay-password.resting':
    'Votre mot de passe de connexion a été défini avec un code. Pour protéger votre argent, le code de paiement ne peut l’être de cette façon qu’à partir du {time}.',
  'account.acts': 'Ce que notre équipe a fait',
  'account.acts.text':
    'Chaque fois que notre équipe lit ou modifie un élément de votre boutique, une ligne que personne ne peut modifier est écrite ici.',
  'account.acts.empty': 'Notre équipe n’a encore rien fait ici.',
  'account.acts.by': '{desk}, agent n° {number}',
  'account.acts.seen': 'Consulté',
  'account.acts.changed': 'Modifié',
  'account.acts.decided': 'Décidé',
  'account.acts.rejected': 'Rejeté',
  'account.acts.sent': 'Envoyé',
  'account.acts.closed': 'Fermé',
  'account.acts.opened': 'Ouvert',
  'account.acts.not-done': 'Non effectué',
  'account.acts.desk.owner': 'Direction',
  'account.acts.desk.fulfilment': 'Expédition',
  'account.acts.desk.finance': 'Finances',
  'account.acts.desk.review': 'Vérification',
  'account.acts.desk.auditor': 'Audit',
} satisfies Record<keyof typeof en, string>
