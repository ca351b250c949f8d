import type en from '../en/app.ts'

export default {
  'app.update': 'Mise à jour disponible',
  'app.update.now': 'Mettre à jour',
  'app.later': 'Plus tard',
  'app.install': 'Installer Quayside',
  'app.install.text': 'S’ouvre depuis l’écran d’accueil, même sans connexion',
  'app.install.share': 'Dans le menu du navigateur, touchez Partager, puis « Sur l’écran d’accueil »',
  'app.as-of': 'Dernière mise à jour : {when}',
  'app.offline.act': 'Connexion requise',
  'app.skip': 'Aller au contenu',
  'search.title': 'Rechercher',
  'search.field': 'Rechercher ou saisir une action',
  'search.text':
    'Trouvez commandes, produits, mouvements, messages et écrans, ou saisissez ce que vous voulez faire, comme « {first} 100 » ou « {second} ». Vous confirmez avant que quoi que ce soit se passe.',
  'search.acts': 'Actions',
  'search.screens': 'Écrans',
  'search.none': 'Aucun résultat',
  'app.pick': 'Choisissez un élément de la liste pour le voir ici',
  'app.pick.list': 'Choisissez un élément de la liste',
} satisfies Record<keyof typeof en, string>
