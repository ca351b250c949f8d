import type en from '../en/funds.ts'

export default {
  'funds.title': 'Движение денег',
  'funds.tabs': 'Счёт',
  'funds.available': 'Баланс',
  'funds.pending': 'В ожидании',
  'funds.held': 'Удержано',
  'funds.empty': 'Движений пока нет',
  'funds.empty.text': 'Здесь будет каждый цент, пришедший или ушедший, и его причина.',
  'funds.after': 'Затем {amount}',
  'funds.number': 'Запись {n}',
  'funds.order': 'Заказ {code}',
  'funds.event.order.paid': 'Покупатель оплатил',
  'funds.event.order.paid-late': 'Поздний платёж',
  'funds.event.order.picked-up': 'Выкуп: цена закупки',
  'funds.event.order.shipped': 'Отправка: оплата поставщику',
  'funds.event.order.received': 'Получен: доход в ожидании',
  'funds.event.order.completed': 'Рассчитано',
  'funds.event.order.cancelled': 'Отменён',
  'funds.event.order.cost-returned': 'Возврат цены закупки',
  'funds.event.buyer.refunded': 'Возврат покупателю',
  'funds.chain': 'Отпечаток этой записи и всех предыдущих',
} satisfies Record<keyof typeof en, string>
