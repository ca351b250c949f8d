import type en from '../en/app.ts'

export default {
  'app.update': 'Доступно обновление',
  'app.update.now': 'Обновить',
  'app.later': 'Позже',
  'app.install': 'Установить Quayside',
  'app.install.text': 'Открывается с главного экрана, даже без связи',
  'app.install.share': 'В меню браузера нажмите «Поделиться», затем «На экран „Домой“»',
  'app.as-of': 'Обновлено: {when}',
  'app.offline.act': 'Нужно подключение',
  'app.skip': 'Перейти к содержанию',
  'search.title': 'Поиск',
  'search.field': 'Найдите или введите действие',
  'search.text':
    'Найдите заказы, товары, движения, сообщения и экраны или введите, что хотите сделать, например «{first} 100» или «{second}». Вы подтвердите, прежде чем что-то произойдёт.',
  'search.acts': 'Действия',
  'search.screens': 'Экраны',
  'search.none': 'Ничего не найдено',
  'app.pick': 'Выберите что-нибудь в списке, и оно откроется здесь',
  'app.pick.list': 'Выберите что-нибудь в списке',
} satisfies Record<keyof typeof en, string>
