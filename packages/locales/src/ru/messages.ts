import type en from '../en/messages.ts'

export default {
  'messages.title': 'Сообщения',
  'messages.filter': 'Фильтр сообщений',
  'messages.unread': 'Непрочитанные',
  'messages.read-all': 'Отметить все прочитанными',
  'messages.empty': 'Сообщений пока нет',
  'messages.empty.text': 'Здесь появятся новости вашего магазина.',
  'messages.empty.unread': 'Вы всё прочитали',
  'messages.unread-count':
    '{n, plural, one {# непрочитанное сообщение} few {# непрочитанных сообщения} many {# непрочитанных сообщений} other {# непрочитанного сообщения}}',
  'messages.type.orders': 'Заказы',
  'messages.type.buyers': 'Покупатели',
  'messages.type.refunds': 'Возвраты',
  'messages.type.money': 'Деньги',
  'messages.type.security': 'Безопасность',
  'messages.type.shop': 'Магазин',
  'messages.type.support': 'Поддержка',
  'messages.type.announcement': 'Объявления',
  'messages.sender.system': 'Система',
  'messages.sender.support': 'Поддержка',
  'messages.sender.announcement': 'Quayside',
  'messages.about': 'К чему относится',
  'messages.open': 'Открыть',
  'messages.choose': 'Уведомления',
  'messages.email': 'Эл. почта',
  'messages.email.none': 'Уведомления по эл. почте сейчас недоступны.',
  'messages.push': 'Push',
  'messages.push.text':
    'Получайте уведомления на этом устройстве, даже когда приложение закрыто. На заблокированном телефоне видны только тема и количество, без имён и сумм.',
  'messages.push.on': 'Включить',
  'messages.push.off': 'Выключить',
  'messages.push.later': 'Это можно включить, когда покупатель оплатит ваш первый заказ.',
  'messages.push.denied': 'Браузер блокирует уведомления. Разрешите их для Quayside в настройках браузера.',
  'messages.push.unsupported':
    'Этот браузер не поддерживает уведомления. На iPhone сначала добавьте приложение на экран «Домой».',
  'messages.push.none': 'Уведомления сейчас недоступны.',
  'messages.push.failed': 'Не удалось включить уведомления. Попробуйте позже.',
  'messages.not-you': 'Если это были не вы, сразу обратитесь в поддержку.',
  'messages.order.paid':
    '{n, plural, =1 {Заказ {code} оплачен и ждёт закупки. Ваша прибыль: {amount}.} one {# оплаченный заказ ждёт закупки. Ваша прибыль: {amount}.} few {# оплаченных заказа ждут закупки. Ваша прибыль: {amount}.} many {# оплаченных заказов ждут закупки. Ваша прибыль: {amount}.} other {# оплаченного заказа ждут закупки. Ваша прибыль: {amount}.}}',
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
    'Мы проверяем заказ {code}: у покупателя и у вас общее устройство, карта, контакт или адрес. Ваших денег это не касается. После проверки заказ войдёт в показатели и оценку.',
  'messages.order.cleared': 'Заказ {code} подтверждён и теперь учитывается в показателях и оценке.',
  'messages.order.upheld':
    'Заказ {code} не учитывается в показателях и оценке: мы считаем его вашей собственной покупкой. Ваших денег это не касается. Если это ошибка, обратитесь в поддержку.',
  'messages.order.disputed':
    'Заказ {code}: открыт спор, банк, выпустивший карту, требует вернуть {amount}. Посмотрите, какие доказательства прислать и до какого срока.',
  'messages.order.dispute-won': 'Заказ {code}: банк решил в вашу пользу. {amount} снова доступны.',
  'messages.order.charged-back': 'Заказ {code}: банк вернул {amount} владельцу карты.',
  'messages.order-talk.asked': 'Покупатель по заказу {code} написал вам.',
  'messages.order-talk.taken': 'Заказ {code}: служба поддержки взяла на себя переписку с покупателем.',
  'messages.refund.requested':
    'Покупатель запросил возврат {amount} ({code}). Ответьте до {date}, иначе он будет принят автоматически.',
  'messages.refund.opened':
    'Мы открыли возврат {code} на {amount} по рассчитанному заказу. Примите его или возразите до {date}; затем решит другой сотрудник Quayside.',
  'messages.refund.due-soon': 'Возврат {code} будет принят автоматически меньше чем через 12 часов. Ответьте до этого.',
  'messages.refund.withdrawn': 'Покупатель отозвал заявку на возврат {code}.',
  'messages.refund.approved': 'Возврат {code} одобрен. {amount} вернутся покупателю.',
  'messages.refund.borne': 'Возврат {code}: мы вернём покупателю {amount}, вам это ничего не стоит.',
  'messages.refund.declined': 'Возврат {code} отклонён. Покупателю деньги не вернут.',
  'messages.deposit.credited':
    '{n, plural, =1 {Пополнение {code}: {amount} на вашем балансе.} one {Пополнений: #. {amount} на вашем балансе.} few {Пополнений: #. {amount} на вашем балансе.} many {Пополнений: #. {amount} на вашем балансе.} other {Пополнений: #. {amount} на вашем балансе.}}',
  'messages.deposit.set-aside':
    'Пополнение {code} на {amount} меньше минимума. Мы сохраним его и зачислим вместе со следующим.',
  'messages.deposit.rejected': 'Пополнение {code} отклонено.',
  'messages.deposit.reversed': 'Пополнение {code} отменено: сеть отменила перевод на {amount}.',
  'messages.deposit.disputed':
    'Пополнение {code}: открыт спор, банк, выпустивший карту, требует вернуть {amount}. Посмотрите, какие доказательства прислать и до какого срока.',
  'messages.deposit.dispute-won': 'Пополнение {code}: банк решил в вашу пользу. {amount} снова доступны.',
  'messages.deposit.charged-back': 'Пополнение {code}: банк вернул {amount} владельцу карты.',
  'messages.withdrawal.requested':
    'Запрошен вывод {code} на {amount}. Если это были не вы, отмените его и сразу обратитесь в поддержку.',
  'messages.withdrawal.approved': 'Вывод {code} одобрен. Вам выплатят {amount}.',
  'messages.withdrawal.rejected': 'Вывод {code} отклонён. {amount} снова на вашем балансе.',
  'messages.withdrawal.paid': 'Вывод {code} выплачен: {amount}.',
  'messages.withdrawal.failed': 'Вывод {code} не удалось выплатить. {amount} снова на вашем балансе.',
  'messages.withdrawal.returned': 'Банк вернул вывод {code} после выплаты. {amount} снова на вашем балансе.',
  'messages.withdrawal.overdue':
    'Вывод {code} на {amount} задерживается. Приносим извинения. Ваши деньги в безопасности.',
  'messages.withdrawal.unsent':
    'Вывод {code} был одобрен, но мы не выплатили его вовремя. Приносим извинения. {amount} снова на вашем балансе.',
  'messages.withdrawal.escalated':
    'Вывод {code} на {amount} отправлен, но подтверждения платежа пока нет. Мы это выясняем. Ваши деньги в безопасности: они придут или вернутся полностью.',
  'messages.withdrawal.appeal-granted':
    'Вывод {code}: ваше обжалование удовлетворено. Вы можете снова вывести {amount}.',
  'messages.withdrawal.appeal-declined': 'Вывод {code}: ваше обжалование отклонено.',
  'messages.unidentified.assigned': 'Мы установили, что перевод на {amount} ваш. Он зачислен на ваш баланс.',
  'messages.adjustment.goodwill': 'Мы зачислили {amount} на ваш баланс. Номер: {code}',
  'messages.adjustment.corrected': 'Мы исправили прежнюю запись: списано {amount}. Номер: {code}',
  'messages.adjustment.written-off': 'Мы списали {amount} вашего долга. Номер: {code}',
  'messages.destination.added': 'Сохранены новые реквизиты для вывода, оканчиваются на {ending}.',
  'messages.payment-password.set': 'Платёжный пароль задан.',
  'messages.payment-password.changed': 'Ваш платёжный пароль изменён.',
  'messages.payment-password.reset': 'Ваш платёжный пароль сброшен.',
  'messages.payment-password.disabled':
    'Ваш платёжный пароль отключён после слишком многих неверных попыток. Задайте новый.',
  'messages.passkey.added': 'Добавлен ключ доступа: {name}. Им можно подтверждать платежи и выводы.',
  'messages.passkey.removed': 'Удалён ключ доступа: {name}.',
  'messages.login-password.changed': 'Ваш пароль для входа изменён.',
  'messages.login-password.reset': 'Ваш пароль для входа сброшен.',
  'messages.contact.changed': 'Ваш телефон или адрес эл. почты изменён.',
  'messages.login.new-device': 'Новый вход в ваш аккаунт с другого устройства.',
  'messages.registration.verified': 'Ваш магазин подтверждён. Можно продавать, пополнять и выводить.',
  'messages.registration.more-information': 'Чтобы подтвердить ваш магазин, нужны ещё сведения.',
  'messages.registration.rejected': 'Ваша регистрация отклонена. Можно посмотреть причину и обжаловать решение.',
  'messages.registration.overdue':
    'Проверка вашей регистрации задерживается. Приносим извинения. От вас ничего не требуется.',
  'messages.shop.closed': 'Ваш магазин закрыт.',
  'messages.shop.closing': 'Запланировано закрытие вашего магазина. Дата указана на главной.',
  'messages.shop.opened': 'Ваш магазин снова открыт.',
  'messages.shop.restricted-sell':
    'С {date} покупатели не смогут оформлять новые заказы в вашем магазине. Вывод средств остаётся доступным.',
  'messages.shop.restricted-pick-up': 'С {date} вы не сможете закупать заказы. Вывод средств остаётся доступным.',
  'messages.shop.restricted-list':
    'С {date} вы не сможете добавлять товары и выставлять их на продажу. Вывод средств остаётся доступным.',
  'messages.shop.restriction-lifted': 'Ограничение вашего магазина снято.',
  'messages.listing.at-loss':
    '{n, plural, =1 {Товар «{name}» снят с продажи: он был бы убыточным.} one {# товар снят с продажи: он был бы убыточным.} few {# товара сняты с продажи: они были бы убыточными.} many {# товаров сняты с продажи: они были бы убыточными.} other {# товара сняты с продажи: они были бы убыточными.}}',
  'messages.listing.withdrawn':
    '{n, plural, =1 {Товар «{name}» снят с продажи: поставщик его больше не предлагает.} one {# товар снят с продажи: поставщик его больше не предлагает.} few {# товара сняты с продажи: поставщики их больше не предлагают.} many {# товаров сняты с продажи: поставщики их больше не предлагают.} other {# товара сняты с продажи: поставщики их больше не предлагают.}}',
  'messages.listing.supplier-changed':
    '{n, plural, =1 {Поставщик изменил цену или остаток товара «{name}».} one {Поставщики изменили цену или остаток # товара.} few {Поставщики изменили цену или остаток # товаров.} many {Поставщики изменили цену или остаток # товаров.} other {Поставщики изменили цену или остаток # товара.}}',
  'messages.setting.changed':
    'С {date} меняется {name}: было {before}, станет {value}. Для всего, что начато раньше, условия прежние.',
  'messages.setting.name.commission': 'комиссия',
  'messages.setting.name.withdrawal-fee.bank': 'комиссия за вывод на банковский счёт',
  'messages.setting.name.withdrawal-fee.chain': 'комиссия за вывод на адрес в блокчейне',
  'messages.setting.name.card-hold': 'ожидание до вывода пополнения с карты',
  'messages.setting.name.order.pickup-window': 'срок закупки заказа',
  'messages.setting.name.order.shipping-window': 'наш срок отправки',
  'messages.setting.name.order.protection-window': 'срок до доступности прибыли по полученному заказу',
  'messages.setting.name.refund.answer-window': 'срок ответа на заявку на возврат',
  'messages.setting.name.refund.decision-window': 'наш срок решения о возврате',
  'messages.privacy.copy-ready': 'Копия ваших данных готова к скачиванию.',
  'messages.privacy.refused': 'Ваш запрос о данных отклонён.',
  'messages.support.answered':
    '{n, plural, =1 {Поддержка ответила вам.} one {Поддержка прислала вам # ответ.} few {Поддержка прислала вам # ответа.} many {Поддержка прислала вам # ответов.} other {Поддержка прислала вам # ответа.}}',
  'messages.new':
    '{n, plural, one {# новое сообщение} few {# новых сообщения} many {# новых сообщений} other {# нового сообщения}}',
  'messages.all': 'Все',
} satisfies Record<keyof typeof en, string>
