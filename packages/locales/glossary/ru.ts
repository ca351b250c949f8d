import type { Glossary } from './terms.ts'

export default {
  order: {
    word: 'заказ',
    except: [
      'categories.empty.text',
      'dist.sort',
      'withdraw.next.legal-order',
      'refunds.title',
      'refunds.empty',
      'refund/not-found',
      'refund/not-open',
    ],
  },
  // The label “Which I have not got yet” does not name the shop.
  shop: { word: 'магазин', except: ['dist.not-added'] },
  product: { word: 'товар' },
  buyer: { word: 'покупател' },
  'pick up': { word: 'выкуп' },
  balance: { word: 'баланс', except: ['bank/totals-differ'] },
  pending: { word: 'ожидани' },
  withdrawal: { word: 'вывод', forms: ['вывест', 'вывед'] },
  recharge: { word: 'пополнение', forms: ['пополн', 'попол\u00ADн'] },
  refund: { word: 'возврат', forms: ['вернут', 'верну', 'возвра', 'воз\u00ADврат'] },
  'payment password': { word: 'платёжный пароль', forms: ['платёжн'] },
  'login password': { word: 'пароль для входа', forms: ['пароля для входа', 'паролем для входа'] },
  'invitation code': { word: 'код приглашения', forms: ['кода приглашения'] },
  voucher: { word: 'квитанция', forms: ['квитанци'] },
  statement: { word: 'выписка', forms: ['выписк'] },
  profit: { word: 'прибыль', forms: ['прибыл'] },
  fee: { word: 'комиссия', forms: ['комисси'] },
  network: { word: 'сеть', forms: ['сети'] },
  'customer service': { word: 'поддержка', forms: ['поддержк'] },
  'distribution center': { word: 'центр дистрибуции', forms: ['центра дистрибуции', 'центре дистрибуции'] },
  shelf: { word: 'продаж' },
  'tracking number': { word: 'трек-номер' },
} satisfies Glossary
