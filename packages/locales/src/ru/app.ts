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
    'Ищите заказы, товары, операции, сообщения и экраны. Или введите, что хотите сделать, например «{first} 100» или «{second}». Деньги не переводятся, пока вы не подтвердите это на нужном экране.',
  'search.acts': 'Действия',
  'search.screens': 'Экраны',
  'search.none': 'Ничего не найдено',
  'app.pick': 'Выберите что-нибудь в списке, и оно откроется здесь',
  'app.pick.list': 'Выберите что-нибудь в списке',
} satisfies Record<keyof typeof en, string>
