import type en from '../en/service.ts'

export default {
  'service.title': 'Seirbhís do chustaiméirí',
  'service.write': 'Scríobh teachtaireacht',
  'service.send': 'Seol',
  'service.picture': 'Cuir pictiúr leis',
  'service.attach': 'Ceangail ordú nó taifead',
  'service.attach.code': 'Uimhir ordaithe, breisithe, aistarraingthe nó aisíocaíochta',
  'service.attach.none': 'Níl aon rud leis an uimhir seo',
  'service.attached': 'Ceangailte: {what}',
  'service.remove': 'Bain',
  'service.empty': 'Conas is féidir linn cabhrú?',
  'service.empty.text': 'Scríobh anseo. Daoine a fhreagraíonn, agus fanann an comhrá seo.',
  'service.expected':
    '{minutes, plural, one {Freagra laistigh de # nóiméad de ghnáth} two {Freagra laistigh de # nóiméad de ghnáth} few {Freagra laistigh de # nóiméad de ghnáth} many {Freagra laistigh de # nóiméad de ghnáth} other {Freagra laistigh de # nóiméad de ghnáth}}',
  'service.expected.none': 'Freagraímid chomh luath agus is féidir',
  'service.closed': 'Ar oscailt ó {from} go {to}. Scríobh anois; freagróimid ansin.',
  'service.by.me': 'Tusa',
  'service.by.support': 'Quayside',
  'service.sending': 'Á seoladh',
  'service.sent': 'Seolta',
  'service.read': 'Léite',
  'service.failed': 'Níor seoladh. Tapáil chun triail eile a bhaint as.',
  'service.earlier': 'Teachtaireachtaí níos luaithe',
  'service.safe':
    'Ní sheolaimid uimhreacha cuntais ná seoltaí sa chomhrá riamh, agus ní iarraimid do phasfhocail riamh.',
  'service.about.order': 'Ordú {code}',
  'service.about.deposit': 'Breisiú {code}',
  'service.about.withdrawal': 'Aistarraingt {code}',
  'service.about.refund': 'Aisíocaíocht {code}',
  'service.photo': 'Pictiúr ó {who}',
} satisfies Record<keyof typeof en, string>
