import type { Glossary } from './terms.ts'

export default {
  order: {
    word: 'ordú',
    forms: ['orduithe', 'ordaithe'],
    except: ['categories.empty.text', 'refunds.title', 'refunds.empty', 'refund/not-found'],
  },
  shop: { word: 'siopa', forms: ['shiopa'] },
  product: {
    word: 'earra',
  },
  buyer: { word: 'ceannaitheoir', forms: ['cheannaitheoir', 'an cheannaitheora'] },
  'pick up': { word: 'comhlíon', forms: ['chomhlíon', 'gcomhlíon'] },
  balance: { word: 'iarmhéid' },
  pending: { word: 'ar feitheamh' },
  withdrawal: {
    word: 'aistarraingt',
    forms: ['aistarraing', 'aistar\u00ADraing'],
    except: ['refunds.state.withdrawn'],
  },
  recharge: {
    word: 'breisiú',
    forms: ['bhreisi', 'breisi', 'bhreisí'],
  },
  refund: {
    word: 'aisíocaíocht',
    forms: ['aisíoc', 'aisío\u00ADc'],
  },
  'payment password': {
    word: 'cód íocaíochta',
    forms: ['chód íocaíochta', 'chóid íocaíochta'],
  },
  'login password': {
    word: 'pasfhocal logála',
    forms: ['phasfhocal logála', 'phasfhocail logála'],
    except: ['mail.contact-changed.short'],
  },
  'invitation code': { word: 'cód cuiridh' },
  voucher: { word: 'admháil' },
  statement: { word: 'ráiteas', forms: ['ráiti'] },
  profit: {
    word: 'brabús',
    forms: ['bhrabús'],
  },
  fee: { word: 'táille', forms: ['táillí'] },
  network: { word: 'líonra' },
  'customer service': {
    word: 'seirbhís do chustaiméirí',
    forms: ['sheirbhís do chustaiméirí'],
    except: ['mail.pay-password-changed.short', 'mail.pay-password-disabled.short', 'mail.login-changed.short'],
  },
  'distribution center': { word: 'catalóg soláthraithe' },
  'in withdrawal': { word: 'á aistarraingt' },
  contest: { word: 'cur i gcoinne', forms: ['i gcoinne', 'ina choinne', 'ina coinne'] },
  appeal: { word: 'achomharc', forms: ['hachomhar'] },
  'card dispute': { word: 'díospóid', forms: ['dhíospóid', 'ndíospóid'] },
  shelf: { word: 'ar díol' },
  'tracking number': { word: 'uimhir rianaithe' },
} satisfies Glossary
