import type en from '../en/entry.ts'

export default {
  'entry.title': 'Ваш магазин в телефоне',
  'entry.text': 'Добавляйте товары из каталога поставщиков, закупайте оплаченные заказы и следите за каждым центом.',
  'entry.code': 'Код приглашения',
  'entry.code.hint': 'Сейчас доступны только внутренние приглашения.',
  'register.need.invitation': 'Введите код приглашения',
  'entry.check': 'Использовать код',
  'entry.have-account': 'Есть аккаунт? Войдите',
  'entry.promise': 'Чтобы продавать, вносить деньги не нужно.',
  'login.title': 'Вход',
  'login.name': 'Телефон или эл. почта',
  'login.password': 'Пароль для входа',
  'login.submit': 'Войти',
  'login.no-account': 'Нет аккаунта? Регистрация',
  'login.forgot': 'Забыли пароль?',
  'login.show': 'Показать пароль',
  'login.hide': 'Скрыть пароль',
} satisfies Record<keyof typeof en, string>
