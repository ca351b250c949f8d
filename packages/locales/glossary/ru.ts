import type { Glossary } from './terms.ts'

export default {
  order: {
    word: 'заказ',
    except: [
      'categories.empty.text',
      'withdraw.next.legal-order',
      'refunds.title',
      'refunds.empty',
      'refund/not-found',
      'home.closing.reason.legal-order',
    ],
  },
  // The label “Which I have not got yet” does not name the shop.
  shop: { word: 'магазин', except: ['dist.not-added'] },
  product: { word: 'товар', except: ['dist.hot.add'] },
  buyer: { word: 'покупател' },
  'pick up': { word: 'закупка', forms: ['закуп'] },
  balance: { word: 'баланс', except: ['bank/totals-differ'] },
  pending: { word: 'ожидани' },
  withdrawal: {
    word: 'вывод',
    forms: ['вывест', 'вывед'],
    except: ['refunds.state.withdrawn'],
  },
  recharge: { word: 'пополнение', forms: ['пополн', 'попол\u00ADн'] },
  refund: {
    word: 'возврат',
    forms: ['вернут', 'верну', 'возвра', 'воз\u00ADврат'],
    except: ['orders.decline.text'],
  },
  'payment password': {
    word: 'платёжный пароль',
    forms: ['платёжн'],
  },
  'login password': { word: 'пароль для входа', forms: ['пароля для входа', 'паролем для входа'] },
  'invitation code': { word: 'код приглашения', forms: ['кода приглашения'] },
  voucher: { word: 'квитанция', forms: ['квитанци'] },
  statement: { word: 'выписка', forms: ['выписк'] },
  profit: { word: 'прибыль', forms: ['прибыл'] },
  fee: { word: 'комиссия', forms: ['комисси'] },
  network: { word: 'сеть', forms: ['сети'] },
  'customer service': { word: 'поддержка', forms: ['поддержк'] },
  'distribution center': { word: 'каталог поставщиков', forms: ['каталоге поставщиков', 'каталога поставщиков'] },
  'in withdrawal': { word: 'в процессе вывода' },
  contest: { word: 'возразить', forms: ['возраж', 'возраз'] },
  appeal: { word: 'обжалование', forms: ['обжал'] },
  'card dispute': { word: 'спор', forms: ['спор'] },
  shelf: { word: 'продаж' },
  'tracking number': { word: 'трек-номер' },
} satisfies Glossary
