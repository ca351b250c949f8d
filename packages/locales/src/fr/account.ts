import type en from '../en/account.ts'

export default {
  'account.title': 'Informations personnelles',
  'account.text':
    'Vous vous connectez avec votre numéro de téléphone ou votre e-mail. Les codes et les avis sur votre argent y sont envoyés.',
  'account.verify-email': 'Vérifier l’e-mail',
  'account.verify-phone': 'Vérifier le téléphone',
  'account.change-email': 'Changer d’e-mail',
  'account.change-phone': 'Changer de téléphone',
  'account.unverified': 'Non vérifié',
  'account.verified-on': 'Vérifié le {date}',
  'account.verify.text':
    'Nous envoyons un code à {where}. Quand vous l’aurez saisi ici, nous saurons que nos messages vous parviennent.',
  'account.change.text':
    'Nous envoyons un code au nouveau contact. Tant que vous ne l’avez pas saisi, l’actuel reste valable. Ensuite nous prévenons l’ancien, et les retraits sont suspendus quelque temps pour protéger votre argent.',
  'account.new-email': 'Nouvel e-mail',
  'account.new-phone': 'Nouveau téléphone',
  'account.confirm': 'Confirmer',
  'account.changed': 'Changé et vérifié',
  'account.trusted-from': 'Reçoit les codes en cas de mot de passe oublié à partir du {time}.',
  'account.password': 'Changer de mot de passe',
  'account.password.text':
    'Nous vous prévenons par message qu’il a été changé. Tous les autres appareils sont déconnectés.',
  'account.password.old': 'Votre mot de passe de connexion actuel',
  'account.password.new': 'Nouveau mot de passe de connexion',
  'account.password.again': 'Saisissez-le à nouveau',
  'account.password.stay': 'Rester connecté ici',
  'account.password.changed': 'Mot de passe de connexion changé',
  'account.forgot.text':
    'Saisissez le téléphone ou l’e-mail avec lequel vous vous connectez. Nous envoyons un code au téléphone ou à l’e-mail vérifié de ce compte.',
  'account.forgot.sent': 'Si ce compte existe, un code est en route. Il est valable dix minutes.',
  'account.forgot.rest':
    'Tous les appareils sont déconnectés. Votre code de paiement reste le même, et les retraits sont suspendus quelque temps pour protéger votre argent.',
  'account.forgot.set': 'Définir un nouveau mot de passe de connexion',
  'account.devices': 'Appareils',
  'account.devices.text':
    'Vous êtes connecté ici. Déconnectez ce que vous ne reconnaissez pas, puis changez votre mot de passe de connexion.',
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
} satisfies Record<keyof typeof en, string>
