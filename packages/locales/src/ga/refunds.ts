import type en from '../en/refunds.ts'

export default {
  'refunds.title': 'Iarratais aisío\u00ADcaíochta',
  'refunds.empty': 'Níl aon iarratas aisíocaíochta ann faoi láthair',
  'refunds.tabs': 'Stádas',
  'refunds.state.requested': 'Freagra uait',
  'refunds.state.agreed': 'Aontaithe',
  'refunds.state.objected': 'Chuir tú i gcoinne',
  'refunds.state.refunded': 'Aisíoctha',
  'refunds.state.declined': 'Diúltaithe',
  'refunds.state.withdrawn': 'Tarraingthe siar ag an gceannaitheoir',
  'refunds.reason.damaged': 'Tháinig sé damáistithe',
  'refunds.reason.not-as-described': 'Níl sé mar a cuireadh síos air',
  'refunds.reason.not-arrived': 'Níor tháinig sé',
  'refunds.reason.changed-mind': 'Athrú intinne',
  'refunds.reason.other': 'Cúis eile',
  'refunds.amount': 'Méid a iarradh',
  'refunds.you-pay': 'Íocann tú',
  'refunds.picture': 'Pictiúr {n}',
  'refunds.answer-by': 'Freagra le tabhairt: {when}',
  'refunds.silence': 'Mura bhfreagraíonn tú, glactar leis an aisíocaíocht go huathoibríoch.',
  'refunds.silence.staff':
    'D’osclaíomar an aisíocaíocht seo. Mura bhfreagraíonn tú, ní ghlactar léi go huathoibríoch: déanann duine eile ag Quayside an cinneadh.',
  'refunds.refund': 'Aisíoc {amount}',
  'refunds.agree.sure': '{amount} a aisíoc leis an gceannaitheoir?',
  'refunds.agree.text': 'Ní féidir é seo a chur ar ceal.',
  'refunds.object': 'Cuir i gcoinne',
  'refunds.object.why': 'Cén fáth a bhfuil tú i gcoinne na haisíocaíochta seo?',
  'refunds.object.hint': 'Scrúdóimid an dá thaobh agus déanfaimid cinneadh.',
  'refunds.decide-by':
    'Déanfaimid cinneadh faoi {when}. Mura ndéanaimid, íocfaimid féin an ceannaitheoir, gan chostas ort.',
  'refunds.decide-by.staff':
    'Déanfaidh duine eile ag Quayside cinneadh faoi {when}. Mura ndéantar, diúltaítear don aisíocaíocht.',
  'refunds.referred':
    'Chuirfeadh an aisíocaíocht seo thar do theorainn fiachais thú, mar sin déanfaimid cinneadh faoi {when}. Tá d’aontú ar taifead.',
  'refunds.referred.silence':
    'Chuirfeadh an aisíocaíocht seo thar do theorainn fiachais thú, mar sin déanfaimid cinneadh faoi {when}.',
  'refunds.object.send': 'Cuir i gcoinne na haisíocaíochta',
  'refunds.answered': 'Seoladh do fhreagra',
  'refunds.waits':
    'Aisíocfar an t‑airgead leis an gceannaitheoir nuair a chomhlíonfar an t‑ordú. Go dtí sin, fanann an íocaíocht iomlán i dtaisce.',
  'refunds.decision': 'Ár gcinneadh',
  'refunds.pays': 'Cé a íocann cad',
  'refunds.pays.escrow': 'Taisce an ordaithe',
  'refunds.pays.pending': 'Do bhrabús ar feitheamh',
  'refunds.pays.available': 'D’iarmhéid',
  'refunds.pays.due': 'Fiacha ort, le glanadh as brabús nua',
  'refunds.pays.commission': 'Coimisiún a thugann an t‑ardán ar ais',
  'refunds.pays.supplier': 'Costas ceannaigh a thugann an soláthraí ar ais',
  'refunds.pays.shipping': 'Costas seolta a thugann an t‑ardán ar ais',
  'refunds.pays.tax': 'Cáin a thugann an t‑ardán ar ais',
  'refunds.pays.platform': 'Íocann an t‑ardán féin é',
  'refunds.pays.buyer': 'Faigheann an ceannaitheoir',
  'refunds.new':
    '{n, plural, one {# iarratas aisíocaíochta nua} two {# iarratas aisíocaíochta nua} few {# iarratas aisíocaíochta nua} many {# n‑iarratas aisíocaíochta nua} other {# iarratas aisíocaíochta nua}}',
  'refunds.all': 'Gach rud',
} satisfies Record<keyof typeof en, string>
