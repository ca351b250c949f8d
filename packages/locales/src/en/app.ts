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
  'app.pick': 'Select an item to see it here',
}
