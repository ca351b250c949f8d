import type en from '../en/entry.ts'

export default {
  'entry.title': 'Votre boutique, depuis votre téléphone',
  'entry.text':
    'Ajoutez des produits de notre catalogue fournisseurs, traitez les commandes payées et suivez chaque centime.',
  'entry.code': 'Code d’invitation',
  'entry.code.hint': 'Seules les invitations internes sont acceptées pour le moment.',
  'register.need.invitation': 'Saisissez le code d’invitation',
  'entry.check': 'Utiliser ce code',
  'entry.have-account': 'Vous avez déjà un compte ? Connectez-vous',
  'entry.promise': 'Aucun dépôt n’est exigé pour vendre.',
  'login.title': 'Connexion',
  'login.name': 'Téléphone ou e-mail',
  'login.password': 'Mot de passe de connexion',
  'login.submit': 'Se connecter',
  'login.no-account': 'Pas de compte ? Inscrivez-vous',
  'login.forgot': 'Mot de passe oublié',
  'login.show': 'Afficher le mot de passe',
  'login.hide': 'Masquer le mot de passe',
} satisfies Record<keyof typeof en, string>
