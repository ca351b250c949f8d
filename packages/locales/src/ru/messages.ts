import type en from '../en/messages.ts'

export default {
  'messages.title': 'Сообщения',
  'messages.filter': 'Фильтр сообщений',
  'messages.unread': 'Непрочитанные',
  'messages.read-all': 'Отметить все прочитанными',
  'messages.mark-read': 'Отметить прочитанным',
  'messages.empty': 'Сообщений пока нет',
  'messages.empty.text': 'Здесь мы сообщаем, что происходит в вашем магазине.',
  'messages.empty.unread': 'Вы всё прочитали',
  'messages.unread-count':
    '{n, plural, one {# непрочитанное сообщение} few {# непрочитанных сообщения} many {# непрочитанных сообщений} other {# непрочитанного сообщения}}',
  'messages.type': 'Тема',
  'messages.type.orders': 'Заказы',
  'messages.type.refunds': 'Возвраты',
  'messages.type.money': 'Деньги',
  'messages.type.security': 'Безопасность',
  'messages.type.shop': 'Магазин',
  'messages.type.support': 'Поддержка',
  'messages.type.announcement': 'Объявления',
  'messages.sender': 'От кого',
  'messages.sender.system': 'Система',
  'messages.sender.support': 'Поддержка',
  'messages.sender.announcement': 'Quayside',
  'messages.sent': 'Отправлено',
  'messages.about': 'К чему относится',
  'messages.open': 'Открыть',
  'messages.choose': 'Уведомления',
  'messages.choose.text': 'Каждое сообщение есть в приложении. Выберите, как ещё вас извещать.',
  'messages.email': 'Эл. почта',
  'messages.email.none': 'Сейчас письма не отправляются.',
  'messages.push': 'Push-уведомления',
  'messages.push.text':
    'Уведомления на этом устройстве, даже когда приложение закрыто. На заблокированном телефоне видно только, о чём они и сколько их: без имён и сумм.',
  'messages.push.on': 'Включить на этом устройстве',
  'messages.push.off': 'Выключить на этом устройстве',
  'messages.push.later': 'Это можно включить, когда покупатель оплатит ваш первый заказ.',
  'messages.push.denied': 'Браузер блокирует уведомления этого приложения. Разрешите их в его настройках.',
  'messages.push.unsupported':
    'Этот браузер не показывает уведомлений. На iPhone сначала добавьте приложение на экран «Домой».',
  'messages.push.none': 'Сейчас уведомления не отправляются.',
  'messages.push.failed': 'Не удалось включить. Попробуйте позже.',
  'messages.not-you': 'Если это были не вы, сразу обратитесь в поддержку.',
  'messages.order.paid':
    '{n, plural, =1 {Заказ {code} оплачен и ждёт закупки. Ваш доход {amount}.} one {# оплаченный заказ ждёт закупки. Ваш доход {amount}.} few {# оплаченных заказа ждут закупки. Ваш доход {amount}.} many {# оплаченных заказов ждут закупки. Ваш доход {amount}.} other {# оплаченного заказа ждут закупки. Ваш доход {amount}.}}',
  'messages.order.pickup-near':
    '{n, plural, =1 {Заказ {code} отменится меньше чем через 12 часов, если его не закупить.} one {# заказ отменится меньше чем через 12 часов, если его не закупить.} few {# заказа отменятся меньше чем через 12 часов, если их не закупить.} many {# заказов отменятся меньше чем через 12 часов, если их не закупить.} other {# заказа отменятся меньше чем через 12 часов, если их не закупить.}}',
  'messages.order.cancelled':
    '{n, plural, =1 {Заказ {code} отменён.} one {Отменено заказов: #.} few {Отменено заказов: #.} many {Отменено заказов: #.} other {Отменено заказов: #.}}',
  'messages.order.shipped':
    '{n, plural, =1 {Заказ {code} отправлен.} one {Отправлено заказов: #.} few {Отправлено заказов: #.} many {Отправлено заказов: #.} other {Отправлено заказов: #.}}',
  'messages.order.ship-undone':
    '{n, plural, =1 {Отправка заказа {code} отменена. Его отправят снова.} one {Отменена отправка заказов: #. Их отправят снова.} few {Отменена отправка заказов: #. Их отправят снова.} many {Отменена отправка заказов: #. Их отправят снова.} other {Отменена отправка заказов: #. Их отправят снова.}}',
  'messages.order.received':
    '{n, plural, =1 {Заказ {code} получен. {amount} в ожидании.} one {Получено заказов: #. {amount} в ожидании.} few {Получено заказов: #. {amount} в ожидании.} many {Получено заказов: #. {amount} в ожидании.} other {Получено заказов: #. {amount} в ожидании.}}',
  'messages.order.completed':
    '{n, plural, =1 {Расчёт по заказу {code} завершён. {amount} на вашем балансе.} one {Расчёт завершён, заказов: #. {amount} на вашем балансе.} few {Расчёт завершён, заказов: #. {amount} на вашем балансе.} many {Расчёт завершён, заказов: #. {amount} на вашем балансе.} other {Расчёт завершён, заказов: #. {amount} на вашем балансе.}}',
  'messages.order.set-aside':
    'Заказ {code} проверяется: у покупателя и у вас общее устройство, карта, контакт или адрес. Деньги движутся как обычно. В показателях и оценке он учитывается после того, как проверка его подтвердит.',
  'messages.order.cleared': 'Заказ {code} подтверждён и учитывается в показателях и оценке.',
  'messages.order.upheld':
    'Заказ {code} не учитывается в показателях и оценке: мы считаем его вашей собственной покупкой. Ваши деньги не затронуты. Если это ошибка, обратитесь в службу поддержки.',
  'messages.order.disputed':
    'Заказ {code}: банк карты требует вернуть {amount}. Посмотрите, что можно прислать и до какого срока.',
  'messages.order.dispute-won': 'Заказ {code}: банк решил в вашу пользу, {amount} снова ваши.',
  'messages.order.charged-back': 'Заказ {code}: банк вернул {amount} владельцу карты.',
  'messages.refund.requested':
    'Покупатель просит вернуть {amount}: возврат {code}. Если не ответить до {date}, это будет считаться согласием.',
  'messages.refund.opened':
    'Платформа открыла возврат {code} на {amount} по заказу, по которому расчёт завершён. Согласитесь или оспорьте его до {date}; затем решает другой сотрудник платформы.',
  'messages.refund.due-soon':
    'Возврат {code} будет считаться согласованным меньше чем через 12 часов. Ответьте до этого.',
  'messages.refund.withdrawn': 'Покупатель отозвал возврат {code}.',
  'messages.refund.approved': 'Возврат {code} одобрен: {amount} возвращается покупателю.',
  'messages.refund.borne':
    'Возврат {code}: {amount} возвращается покупателю, платит платформа. Вам это ничего не стоит.',
  'messages.refund.declined': 'Возврат {code} отклонён. Покупатель ничего не получает.',
  'messages.deposit.credited':
    '{n, plural, =1 {Пополнение {code}: {amount} на вашем балансе.} one {Пополнений: #. {amount} на вашем балансе.} few {Пополнений: #. {amount} на вашем балансе.} many {Пополнений: #. {amount} на вашем балансе.} other {Пополнений: #. {amount} на вашем балансе.}}',
  'messages.deposit.set-aside':
    'Пополнение {code} на {amount} меньше минимума. Оно отложено для вас и будет зачислено вместе со следующим.',
  'messages.deposit.rejected': 'Пополнение {code} не зачислено.',
  'messages.deposit.reversed': 'Пополнение {code} отменено: сеть отменила перевод на {amount}.',
  'messages.deposit.disputed':
    'Пополнение {code}: банк карты требует вернуть {amount}. Посмотрите, что можно прислать и до какого срока.',
  'messages.deposit.dispute-won': 'Пополнение {code}: банк решил в вашу пользу, {amount} снова ваши.',
  'messages.deposit.charged-back': 'Пополнение {code}: банк вернул {amount} владельцу карты.',
  'messages.withdrawal.requested':
    'Запрошен вывод {code} на {amount}. Если это были не вы, отзовите его и сразу обратитесь в поддержку.',
  'messages.withdrawal.approved': 'Вывод {code} одобрен. Вам выплатят {amount}.',
  'messages.withdrawal.rejected': 'Вывод {code} не одобрен. {amount} снова на вашем балансе.',
  'messages.withdrawal.paid': 'Вывод {code} выплачен: {amount}.',
  'messages.withdrawal.failed': 'Вывод {code} не удалось выплатить. {amount} снова на вашем балансе.',
  'messages.withdrawal.returned': 'Банк вернул вывод {code} после выплаты. {amount} снова на вашем балансе.',
  'messages.withdrawal.overdue':
    'Вывод {code} на {amount} задерживается дольше обещанного. Это наша вина; ваши деньги в сохранности.',
  'messages.withdrawal.unsent':
    'Вывод {code} был одобрен, но мы не выплатили его вовремя. Это наша вина. {amount} снова на вашем балансе.',
  'messages.withdrawal.escalated':
    'Вывод {code} на {amount} отправлен, но подтверждения платежа ещё нет. Мы это выясняем; деньги будут выплачены или вернутся целиком.',
  'messages.withdrawal.appeal-granted': 'Вывод {code}: ваша жалоба удовлетворена. Вы можете снова вывести {amount}.',
  'messages.withdrawal.appeal-declined': 'Вывод {code}: ваша жалоба отклонена.',
  'messages.unidentified.assigned': 'Мы выяснили, что перевод на {amount} ваш. Он зачислен на ваш баланс.',
  'messages.adjustment.goodwill': 'Платформа дала вам {amount}. Сумма зачислена на ваш баланс. Номер: {code}',
  'messages.adjustment.corrected': 'Прежняя запись исправлена: {amount} снято. Номер: {code}',
  'messages.adjustment.written-off': 'Платформа списала ваш долг: {amount}. Номер: {code}',
  'messages.destination.added': 'Сохранены новые реквизиты для вывода, оканчиваются на {ending}.',
  'messages.payment-password.set': 'Платёжный пароль задан.',
  'messages.payment-password.changed': 'Ваш платёжный пароль изменён.',
  'messages.payment-password.reset': 'Новый платёжный пароль задан с помощью пароля для входа и кода.',
  'messages.payment-password.disabled': 'Ваш платёжный пароль отключён после многих неверных попыток. Задайте новый.',
  'messages.login-password.changed': 'Ваш пароль для входа изменён.',
  'messages.login-password.reset': 'С помощью кода задан новый пароль для входа.',
  'messages.contact.changed': 'Ваш телефон или адрес эл. почты изменён.',
  'messages.login.new-device': 'В ваш аккаунт вошли с нового устройства.',
  'messages.registration.verified': 'Ваш магазин подтверждён. Можно продавать, пополнять и выводить.',
  'messages.registration.more-information': 'Чтобы подтвердить ваш магазин, нужны ещё сведения.',
  'messages.registration.rejected': 'Ваша регистрация отклонена. Вы можете прочитать причину и подать апелляцию.',
  'messages.registration.overdue': 'Проверка вашей регистрации идёт дольше обещанного. От вас ничего не требуется.',
  'messages.shop.closed': 'Ваш магазин закрыт.',
  'messages.shop.closing': 'Объявлено о закрытии вашего магазина. На главном экране указано, с какого момента.',
  'messages.shop.opened': 'Ваш магазин снова открыт.',
  'messages.shop.restricted-sell':
    'С {date} покупатели не могут оформлять новые заказы в вашем магазине. Вывод средств остаётся открытым.',
  'messages.shop.restricted-pick-up': 'С {date} закупка заказов невозможна. Вывод средств остаётся открытым.',
  'messages.shop.restricted-list':
    'С {date} вы не можете добавлять товары и выставлять их на продажу. Вывод средств остаётся открытым.',
  'messages.shop.restriction-lifted': 'Ограничение вашего магазина снято.',
  'messages.listing.at-loss':
    '{n, plural, =1 {Товар «{name}» снят с продажи: он продавался бы в убыток.} one {Сняты с продажи, так как продавались бы в убыток: # товар.} few {Сняты с продажи, так как продавались бы в убыток: # товара.} many {Сняты с продажи, так как продавались бы в убыток: # товаров.} other {Сняты с продажи, так как продавались бы в убыток: # товара.}}',
  'messages.listing.withdrawn':
    '{n, plural, =1 {Товар «{name}» снят с продажи: поставщик его больше не продаёт.} one {Сняты с продажи, так как их больше не поставляют: # товар.} few {Сняты с продажи, так как их больше не поставляют: # товара.} many {Сняты с продажи, так как их больше не поставляют: # товаров.} other {Сняты с продажи, так как их больше не поставляют: # товара.}}',
  'messages.listing.supplier-changed':
    '{n, plural, =1 {Поставщик изменил цену или остаток товара «{name}».} one {Поставщики изменили цену или остаток # товара.} few {Поставщики изменили цену или остаток # товаров.} many {Поставщики изменили цену или остаток # товаров.} other {Поставщики изменили цену или остаток # товара.}}',
  'messages.setting.changed':
    'С {date}: {name} — {value}, до этого — {before}. Для всего, что сделано раньше, условия прежние.',
  'messages.setting.name.commission': 'комиссия',
  'messages.setting.name.withdrawal-fee.bank': 'комиссия за вывод на банковский счёт',
  'messages.setting.name.withdrawal-fee.chain': 'комиссия за вывод на адрес в блокчейне',
  'messages.setting.name.card-hold': 'ожидание до вывода пополнения с карты',
  'messages.setting.name.order.pickup-window': 'срок закупки заказа',
  'messages.setting.name.order.shipping-window': 'срок отправки платформой',
  'messages.setting.name.order.protection-window': 'срок до освобождения дохода по полученному заказу',
  'messages.setting.name.refund.answer-window': 'срок ответа на запрос возврата',
  'messages.setting.name.refund.decision-window': 'срок решения платформы о возврате',
  'messages.support.answered':
    '{n, plural, =1 {Поддержка ответила вам.} one {Поддержка прислала вам # ответ.} few {Поддержка прислала вам # ответа.} many {Поддержка прислала вам # ответов.} other {Поддержка прислала вам # ответа.}}',
} satisfies Record<keyof typeof en, string>
