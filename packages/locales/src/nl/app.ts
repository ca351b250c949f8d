import type en from '../en/app.ts'

export default {
  'app.update': 'Update beschikbaar',
  'app.update.now': 'Nu bijwerken',
  'app.later': 'Later',
  'app.install': 'Quayside installeren',
  'app.install.text': 'Opent vanaf uw beginscherm, ook zonder verbinding',
  'app.install.share': 'Kies in het browsermenu Deel en dan “Zet op beginscherm”',
  'app.as-of': 'Laatst bijgewerkt: {when}',
  'app.offline.act': 'Verbinding vereist',
  'app.skip': 'Naar de inhoud',
  'search.title': 'Zoeken',
  'search.field': 'Zoek of typ een actie',
  'search.text':
    'Zoek bestellingen, producten, mutaties, berichten en schermen, of typ wat u wilt doen, zoals “{first} 100” of “{second}”. U bevestigt voordat er iets gebeurt.',
  'search.acts': 'Acties',
  'search.screens': 'Schermen',
  'search.none': 'Niets gevonden',
  'app.pick': 'Kies iets uit de lijst om het hier te zien',
  'app.pick.list': 'Kies iets uit de lijst',
} satisfies Record<keyof typeof en, string>
