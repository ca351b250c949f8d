import type en from '../en/messages.ts'

export default {
  'messages.title': 'Teachtai\u00ADreachtaí',
  'messages.filter': 'Scag teachtaireachtaí',
  'messages.unread': 'Gan léamh',
  'messages.read-all': 'Marcáil gach rud mar léite',
  'messages.empty': 'Níl aon teachtaireacht ann fós',
  'messages.empty.text': 'Taispeánfar nuacht faoi do shiopa anseo.',
  'messages.empty.unread': 'Tá gach rud léite agat',
  'messages.unread-count':
    '{n, plural, one {# teachtaireacht gan léamh} two {# theachtaireacht gan léamh} few {# theachtaireacht gan léamh} many {# dteachtaireacht gan léamh} other {# teachtaireacht gan léamh}}',
  'messages.type.orders': 'Orduithe',
  'messages.type.buyers': 'Ceannaitheoirí',
  'messages.type.refunds': 'Aisíocaíochtaí',
  'messages.type.money': 'Airgead',
  'messages.type.security': 'Slándáil',
  'messages.type.shop': 'Siopa',
  'messages.type.support': 'Seirbhís do chustaiméirí',
  'messages.type.announcement': 'Fógraí an ardáin',
  'messages.sender.system': 'Córas',
  'messages.sender.support': 'Seirbhís do chustaiméirí',
  'messages.sender.announcement': 'Quayside',
  'messages.about': 'Cad lena mbaineann sé',
  'messages.open': 'Oscail',
  'messages.choose': 'Fógraí',
  'messages.email': 'Ríomhphost',
  'messages.email.none': 'Níl fógraí ríomhphoist ar fáil faoi láthair.',
  'messages.push': 'Brúfhógraí',
  'messages.push.text':
    'Fógraí ar an ngléas seo, fiú nuair atá an aip dúnta. Ar ghuthán faoi ghlas ní fheictear ach an t‑ábhar agus an líon: gan ainmneacha, gan suimeanna.',
  'messages.push.on': 'Cuir ar siúl',
  'messages.push.off': 'Cas as',
  'messages.push.later': 'Is féidir leat é seo a chur ar siúl nuair a bheidh do chéad ordú íoctha ag ceannaitheoir.',
  'messages.push.denied': 'Cuireann an brabhsálaí bac ar fhógraí na haipe seo. Ceadaigh iad ina shocruithe.',
  'messages.push.unsupported':
    'Ní thaispeánann an brabhsálaí seo fógraí. Ar iPhone, cuir an aip ar an scáileán baile ar dtús.',
  'messages.push.none': 'Níl fógraí ar fáil faoi láthair.',
  'messages.push.failed': 'Níorbh fhéidir fógraí a chur ar siúl. Triail arís níos déanaí.',
  'messages.not-you': 'Mura tusa a rinne é, déan teagmháil láithreach leis an tseirbhís do chustaiméirí.',
  'messages.order.paid':
    '{n, plural, =1 {Tá ordú {code} íoctha agus le comhlíonadh. Do bhrabús: {amount}.} one {Tá # ordú íoctha le comhlíonadh. Do bhrabús: {amount}.} two {Tá # ordú íoctha le comhlíonadh. Do bhrabús: {amount}.} few {Tá # ordú íoctha le comhlíonadh. Do bhrabús: {amount}.} many {Tá # n‑ordú íoctha le comhlíonadh. Do bhrabús: {amount}.} other {Tá # ordú íoctha le comhlíonadh. Do bhrabús: {amount}.}}',
  'messages.order.pickup-near':
    '{n, plural, =1 {Cealófar ordú {code} i gceann níos lú ná 12 uair an chloig mura gcomhlíonann tú é.} one {Cealófar # ordú i gceann níos lú ná 12 uair an chloig mura gcomhlíonann tú iad.} two {Cealófar # ordú i gceann níos lú ná 12 uair an chloig mura gcomhlíonann tú iad.} few {Cealófar # ordú i gceann níos lú ná 12 uair an chloig mura gcomhlíonann tú iad.} many {Cealófar # n‑ordú i gceann níos lú ná 12 uair an chloig mura gcomhlíonann tú iad.} other {Cealófar # ordú i gceann níos lú ná 12 uair an chloig mura gcomhlíonann tú iad.}}',
  'messages.order.cancelled':
    '{n, plural, =1 {Cealaíodh ordú {code}.} one {Cealaíodh # ordú.} two {Cealaíodh # ordú.} few {Cealaíodh # ordú.} many {Cealaíodh # n‑ordú.} other {Cealaíodh # ordú.}}',
  'messages.order.shipped':
    '{n, plural, =1 {Tá ordú {code} seolta.} one {Tá # ordú seolta.} two {Tá # ordú seolta.} few {Tá # ordú seolta.} many {Tá # n‑ordú seolta.} other {Tá # ordú seolta.}}',
  'messages.order.ship-undone':
    '{n, plural, =1 {Cuireadh seoladh ordaithe {code} ar ceal. Seolfar arís é.} one {Cuireadh seoladh # ordú ar ceal. Seolfar arís é.} two {Cuireadh seoladh # ordú ar ceal. Seolfar arís iad.} few {Cuireadh seoladh # ordú ar ceal. Seolfar arís iad.} many {Cuireadh seoladh # n‑ordú ar ceal. Seolfar arís iad.} other {Cuireadh seoladh # ordú ar ceal. Seolfar arís iad.}}',
  'messages.order.received':
    '{n, plural, =1 {Tháinig ordú {code}. Tá {amount} ar feitheamh.} one {Tháinig # ordú. Tá {amount} ar feitheamh.} two {Tháinig # ordú. Tá {amount} ar feitheamh.} few {Tháinig # ordú. Tá {amount} ar feitheamh.} many {Tháinig # n‑ordú. Tá {amount} ar feitheamh.} other {Tháinig # ordú. Tá {amount} ar feitheamh.}}',
  'messages.order.completed':
    '{n, plural, =1 {Socraíodh ordú {code}. Tá {amount} i d’iarmhéid.} one {Socraíodh # ordú. Tá {amount} i d’iarmhéid.} two {Socraíodh # ordú. Tá {amount} i d’iarmhéid.} few {Socraíodh # ordú. Tá {amount} i d’iarmhéid.} many {Socraíodh # n‑ordú. Tá {amount} i d’iarmhéid.} other {Socraíodh # ordú. Tá {amount} i d’iarmhéid.}}',
  'messages.order.set-aside':
    'Tá ordú {code} á scrúdú: tá an gléas, an cárta, na sonraí teagmhála nó an seoladh céanna ag an gceannaitheoir agus agatsa. Ní bhaineann sé sin le do chuid airgid. Áireofar an t‑ordú i d’fhigiúirí agus i do rátáil nuair a cheadófar é.',
  'messages.order.cleared': 'Ceadaíodh ordú {code} agus áirítear anois é i d’fhigiúirí agus i do rátáil.',
  'messages.order.upheld':
    'Ní áirítear ordú {code} i d’fhigiúirí ná i do rátáil: measaimid gur cheannach de do chuid féin é. Ní bhaintear le do chuid airgid. Má tá sé sin mícheart, déan teagmháil leis an tseirbhís do chustaiméirí.',
  'messages.order.disputed':
    'Ordú {code}: osclaíodh díospóid agus tá banc an chárta ag éileamh {amount} ar ais. Féach cad is féidir leat a sheoladh agus cén spriocdháta atá ann.',
  'messages.order.dispute-won': 'Ordú {code}: chinn an banc i d’fhabhar. Tá {amount} ar fáil arís.',
  'messages.order.charged-back': 'Ordú {code}: thug an banc {amount} ar ais do shealbhóir an chárta.',
  'messages.order-talk.asked': 'Scríobh ceannaitheoir ordú {code} chugat.',
  'messages.order-talk.taken':
    'Ordú {code}: tá do chomhrá leis an gceannaitheoir glactha ar láimh ag an tseirbhís do chustaiméirí.',
  'messages.refund.requested':
    'D’iarr ceannaitheoir aisíocaíocht de {amount} ({code}). Freagair roimh {date} nó glacfar léi go huathoibríoch.',
  'messages.refund.opened':
    'D’osclaíomar aisíocaíocht {code} de {amount} d’ordú socraithe. Glac léi nó cuir i gcoinne faoi {date}; ina dhiaidh sin, déanfaidh duine eile ag Quayside an cinneadh.',
  'messages.refund.due-soon':
    'Glacfar go huathoibríoch le haisíocaíocht {code} i gceann níos lú ná 12 uair an chloig. Freagair roimhe sin.',
  'messages.refund.withdrawn': 'Tharraing an ceannaitheoir aisíocaíocht {code} siar.',
  'messages.refund.approved': 'Ceadaíodh aisíocaíocht {code}. Cuirfear {amount} ar ais chuig an gceannaitheoir.',
  'messages.refund.borne': 'Aisíocaíocht {code}: tabharfaimid {amount} ar ais don cheannaitheoir, gan chostas ort.',
  'messages.refund.declined': 'Diúltaíodh d’aisíocaíocht {code}. Ní bhfaighidh an ceannaitheoir aon airgead ar ais.',
  'messages.deposit.credited':
    '{n, plural, =1 {Breisiú {code}: tá {amount} i d’iarmhéid.} one {# bhreisiú: tá {amount} i d’iarmhéid.} two {# bhreisiú: tá {amount} i d’iarmhéid.} few {# bhreisiú: tá {amount} i d’iarmhéid.} many {# mbreisiú: tá {amount} i d’iarmhéid.} other {# breisiú: tá {amount} i d’iarmhéid.}}',
  'messages.deposit.set-aside':
    'Tá breisiú {code} de {amount} faoi bhun an íosmhéid. Coinnítear duit é agus cuirfear le d’iarmhéid é in éineacht leis an gcéad cheann eile.',
  'messages.deposit.rejected': 'Diúltaíodh do bhreisiú {code}.',
  'messages.deposit.reversed': 'Cuireadh breisiú {code} ar ceal: chealaigh an líonra aistriú {amount}.',
  'messages.deposit.disputed':
    'Breisiú {code}: osclaíodh díospóid agus tá banc an chárta ag éileamh {amount} ar ais. Féach cad is féidir leat a sheoladh agus cén spriocdháta atá ann.',
  'messages.deposit.dispute-won': 'Breisiú {code}: chinn an banc i d’fhabhar. Tá {amount} ar fáil arís.',
  'messages.deposit.charged-back': 'Breisiú {code}: thug an banc {amount} ar ais do shealbhóir an chárta.',
  'messages.withdrawal.requested':
    'Iarradh aistarraingt {code} de {amount}. Mura tusa a rinne é, cealaigh í agus déan teagmháil láithreach leis an tseirbhís do chustaiméirí.',
  'messages.withdrawal.approved': 'Ceadaíodh aistarraingt {code}. Íocfar {amount} leat.',
  'messages.withdrawal.rejected': 'Níor ceadaíodh aistarraingt {code}. Tá {amount} ar ais i d’iarmhéid.',
  'messages.withdrawal.paid': 'Íocadh aistarraingt {code}: {amount}.',
  'messages.withdrawal.failed': 'Níorbh fhéidir aistarraingt {code} a íoc. Tá {amount} ar ais i d’iarmhéid.',
  'messages.withdrawal.returned':
    'Chuir an banc aistarraingt {code} ar ais tar éis a híoctha. Tá {amount} ar ais i d’iarmhéid.',
  'messages.withdrawal.overdue':
    'Tá aistarraingt {code} de {amount} níos déanaí ná mar a gealladh. Gabh ár leithscéal as an moill. Tá do chuid airgid slán.',
  'messages.withdrawal.unsent':
    'Ceadaíodh aistarraingt {code}, ach níor íocamar in am í. Gabh ár leithscéal. Tá {amount} ar ais i d’iarmhéid.',
  'messages.withdrawal.escalated':
    'Seoladh aistarraingt {code} de {amount}, ach tá cruthúnas na híocaíochta in easnamh fós. Táimid á fhiosrú. Tá do chuid airgid slán: íocfar é, nó tiocfaidh sé ar fad ar ais.',
  'messages.withdrawal.appeal-granted':
    'Aistarraingt {code}: ceadaíodh d’achomharc. Is féidir leat {amount} a aistarraingt arís.',
  'messages.withdrawal.appeal-declined': 'Aistarraingt {code}: diúltaíodh d’achomharc.',
  'messages.unidentified.assigned': 'Fuaireamar amach gur leatsa aistriú de {amount}. Tá sé i d’iarmhéid.',
  'messages.adjustment.goodwill': 'Chuireamar {amount} le d’iarmhéid. Uimhir: {code}',
  'messages.adjustment.corrected': 'Ceartaíodh taifead roimhe seo: baineadh {amount} as d’iarmhéid. Uimhir: {code}',
  'messages.adjustment.written-off': 'Chuireamar {amount} de d’fhiacha ar ceal. Uimhir: {code}',
  'messages.destination.added': 'Sábháladh ceann scríbe nua aistarraingthe, a chríochnaíonn le {ending}.',
  'messages.payment-password.set': 'Socraíodh cód íocaíochta.',
  'messages.payment-password.changed': 'Athraíodh do chód íocaíochta.',
  'messages.payment-password.reset': 'Athshocraíodh do chód íocaíochta.',
  'messages.payment-password.disabled':
    'Díchumasaíodh do chód íocaíochta tar éis an iomarca iarrachtaí míchearta. Socraigh ceann nua.',
  'messages.passkey.added':
    'Cuireadh paseochair leis: {name}. Is féidir léi íocaíochtaí agus aistarraingtí a dheimhniú.',
  'messages.passkey.removed': 'Baineadh paseochair: {name}.',
  'messages.login-password.changed': 'Athraíodh do phasfhocal logála.',
  'messages.login-password.reset': 'Socraíodh pasfhocal logála nua le cód.',
  'messages.contact.changed': 'Athraíodh d’uimhir ghutháin nó do ríomhphost.',
  'messages.login.new-device': 'Logáladh isteach i do chuntas ó ghléas nua.',
  'messages.registration.verified': 'Tá do shiopa fíoraithe. Is féidir leat díol, breisiú agus airgead a aistarraingt.',
  'messages.registration.more-information': 'Tá tuilleadh eolais uainn chun do shiopa a fhíorú.',
  'messages.registration.rejected':
    'Diúltaíodh do do chlárú. Is féidir leat an chúis a léamh agus achomharc a dhéanamh.',
  'messages.registration.overdue':
    'Tá an t‑athbhreithniú ar do chlárú níos déanaí ná mar a gealladh. Gabh ár leithscéal as an moill. Ní gá duit aon rud a dhéanamh.',
  'messages.shop.closed': 'Dúnadh do shiopa.',
  'messages.shop.closing': 'Tá dúnadh do shiopa sceidealaithe. Tá an dáta ar an scáileán baile.',
  'messages.shop.opened': 'Tá do shiopa oscailte arís.',
  'messages.shop.restricted-sell':
    'Ó {date} ní féidir le ceannaitheoirí orduithe nua a dhéanamh i do shiopa. Is féidir leat aistarraingt a dhéanamh i gcónaí.',
  'messages.shop.restricted-pick-up':
    'Ó {date} ní féidir leat orduithe a chomhlíonadh. Is féidir leat aistarraingt a dhéanamh i gcónaí.',
  'messages.shop.restricted-list':
    'Ó {date} ní féidir leat earraí a chur leis ná a chur ar díol. Is féidir leat aistarraingt a dhéanamh i gcónaí.',
  'messages.shop.restriction-lifted': 'Baineadh srian de do shiopa.',
  'messages.listing.at-loss':
    '{n, plural, =1 {Níl {name} ar díol a thuilleadh: dhíolfaí faoi chaillteanas é.} one {Níl # earra ar díol a thuilleadh: dhíolfaí faoi chaillteanas iad.} two {Níl # earra ar díol a thuilleadh: dhíolfaí faoi chaillteanas iad.} few {Níl # earra ar díol a thuilleadh: dhíolfaí faoi chaillteanas iad.} many {Níl # n‑earra ar díol a thuilleadh: dhíolfaí faoi chaillteanas iad.} other {Níl # earra ar díol a thuilleadh: dhíolfaí faoi chaillteanas iad.}}',
  'messages.listing.withdrawn':
    '{n, plural, =1 {Níl {name} ar díol a thuilleadh: ní dhíolann an soláthraí é a thuilleadh.} one {Níl # earra ar díol a thuilleadh: ní dhíolann na soláthraithe iad a thuilleadh.} two {Níl # earra ar díol a thuilleadh: ní dhíolann na soláthraithe iad a thuilleadh.} few {Níl # earra ar díol a thuilleadh: ní dhíolann na soláthraithe iad a thuilleadh.} many {Níl # n‑earra ar díol a thuilleadh: ní dhíolann na soláthraithe iad a thuilleadh.} other {Níl # earra ar díol a thuilleadh: ní dhíolann na soláthraithe iad a thuilleadh.}}',
  'messages.listing.supplier-changed':
    '{n, plural, =1 {D’athraigh an soláthraí praghas nó stoc {name}.} one {D’athraigh soláthraithe praghas nó stoc # earra.} two {D’athraigh soláthraithe praghas nó stoc # earra.} few {D’athraigh soláthraithe praghas nó stoc # earra.} many {D’athraigh soláthraithe praghas nó stoc # n‑earra.} other {D’athraigh soláthraithe praghas nó stoc # earra.}}',
  'messages.setting.changed':
    'Athrú ó {date}: {name}, ó {before} go {value}. Coinníonn aon rud a thosaigh tú roimhe sin na téarmaí reatha.',
  'messages.setting.name.commission': 'coimisiún',
  'messages.setting.name.withdrawal-fee.bank': 'táille ar aistarraingt chuig banc',
  'messages.setting.name.withdrawal-fee.chain': 'táille ar aistarraingt chuig seoladh blocshlabhra',
  'messages.setting.name.card-hold': 'an t‑am sula féidir breisiú le cárta a aistarraingt',
  'messages.setting.name.order.pickup-window': 'an t‑am chun ordú a chomhlíonadh',
  'messages.setting.name.order.shipping-window': 'an t‑am atá againn chun ordú a sheoladh',
  'messages.setting.name.order.protection-window': 'am go dtí go mbíonn brabús ó ordú faighte ar fáil',
  'messages.setting.name.refund.answer-window': 'an t‑am chun iarratas ar aisíocaíocht a fhreagairt',
  'messages.setting.name.refund.decision-window': 'an t‑am atá againn chun aisíocaíocht a chinneadh',
  'messages.privacy.copy-ready': 'Tá an chóip de do shonraí réidh le híoslódáil.',
  'messages.privacy.refused': 'Diúltaíodh d’iarratas faoi do shonraí.',
  'messages.support.answered':
    '{n, plural, =1 {D’fhreagair an tseirbhís do chustaiméirí thú.} one {Chuir an tseirbhís do chustaiméirí # fhreagra chugat.} two {Chuir an tseirbhís do chustaiméirí # fhreagra chugat.} few {Chuir an tseirbhís do chustaiméirí # fhreagra chugat.} many {Chuir an tseirbhís do chustaiméirí # bhfreagra chugat.} other {Chuir an tseirbhís do chustaiméirí # freagra chugat.}}',
  'messages.new':
    '{n, plural, one {# teachtaireacht nua} two {# theachtaireacht nua} few {# theachtaireacht nua} many {# dteachtaireacht nua} other {# teachtaireacht nua}}',
  'messages.all': 'Gach rud',
} satisfies Record<keyof typeof en, string>
