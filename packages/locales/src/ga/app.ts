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
  'search.title': 'Cuardach',
  'search.field': 'Cuardaigh nó scríobh gníomh',
  'search.text':
    'Aimsigh orduithe, earraí, idirbhearta, teachtaireachtaí agus scáileáin, nó scríobh cad is mian leat a dhéanamh, mar “{first} 100” nó “{second}”. Deimhneoidh tú sula dtarlaíonn aon rud.',
  'search.acts': 'Gníomhartha',
  'search.screens': 'Scáileáin',
  'search.none': 'Ní bhfuarthas aon rud',
  'app.pick': 'Roghnaigh ceann ón liosta chun é a fheiceáil anseo',
  'app.pick.list': 'Roghnaigh ceann ón liosta',
} satisfies Record<keyof typeof en, string>
