import type en from '../en/app.ts'

export default {
  'app.update': 'Tá leagan nua réidh',
  'app.update.now': 'Nuashonraigh anois',
  'app.later': 'Níos déanaí',
  'app.install': 'Suiteáil Quayside',
  'app.install.text': 'Osclaíonn sé ón scáileán baile, fiú gan nasc',
  'app.install.share': 'I roghchlár an bhrabhsálaí, roghnaigh Comhroinn agus ansin “Cuir leis an Scáileán Baile”',
  'app.as-of': 'Nuashonraithe: {when}',
  'app.offline.act': 'Nasc de dhíth',
  'app.skip': 'Léim chuig an ábhar',
  'app.pick': 'Roghnaigh ceann ón liosta chun é a fheiceáil anseo',
} satisfies Record<keyof typeof en, string>
