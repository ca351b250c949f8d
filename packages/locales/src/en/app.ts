export default {
  'app.update': 'Update available',
  'app.update.now': 'Update now',
  'app.later': 'Later',
  'app.install': 'Install Quayside',
  'app.install.text': 'Opens from your home screen, even offline',
  'app.install.share': 'In the browser’s menu, choose Share, then “Add to Home Screen”',
  'app.as-of': 'Last updated: {when}',
  'app.offline.act': 'Connection required',
  'app.skip': 'Skip to content',
  'search.title': 'Search',
  'search.field': 'Search or type an action',
  'search.text':
    'Find orders, products, transactions, messages and screens. Or type what you want to do, such as “{first} 100” or “{second}”. Nothing moves until you confirm it on its screen.',
  'search.acts': 'Actions',
  'search.screens': 'Screens',
  'search.none': 'Nothing found',
  'app.pick': 'Select an item to see it here',
}
