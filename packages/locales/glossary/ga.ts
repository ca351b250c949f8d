import type { Glossary } from './terms.ts'

export default {
  order: {
    word: 'ordú',
    forms: ['orduithe', 'ordaithe'],
    except: [
      'categories.empty.text',
      'refunds.title',
      'refunds.empty',
      'refund/not-found',
      'home.closing.reason.legal-order',
    ],
  },
  shop: { word: 'siopa', forms: ['shiopa'], except: ['shop.introduction.hint'] },
  product: {
    word: 'earra',
    except: ['products.undone.kept'],
  },
  buyer: { word: 'ceannaitheoir', forms: ['cheannaitheoir', 'an cheannaitheora'] },
  'pick up': { word: 'comhlíon', forms: ['chomhlíon', 'gcomhlíon'] },
  balance: { word: 'iarmhéid' },
  pending: { word: 'ar feitheamh' },
  withdrawal: {
    word: 'aistarraingt',
    forms: ['aistarraing', 'aistar\u00ADraing'],
    except: ['withdraw.to', 'refunds.state.withdrawn'],
  },
  recharge: {
    word: 'breisiú',
    forms: ['bhreisi', 'breisi', 'bhreisí'],
    except: ['recharge.number'],
  },
  refund: {
    word: 'aisíocaíocht',
    forms: ['aisíoc', 'aisío\u00ADc'],
    except: [
      'orders.event.order.paid-late',
      'orders.event.buyer.refunded',
      'orders.decline.text',
      'refunds.silence',
      'refunds.silence.staff',
      'refunds.decide-by.staff',
      'refunds.object.send',
      'refunds.waits',
    ],
  },
  'payment password': {
    word: 'cód íocaíochta',
    forms: ['chód íocaíochta', 'chóid íocaíochta'],
    except: ['pay-password.new'],
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
    except: [
      'mail.pay-password-changed.short',
      'mail.pay-password-disabled.short',
      'mail.contact-changed.short',
      'mail.login-changed.short',
    ],
  },
  'distribution center': { word: 'ionad dáilte' },
  shelf: { word: 'seilf', except: ['products.off.merchant'] },
  'tracking number': { word: 'uimhir rianaithe' },
} satisfies Glossary
