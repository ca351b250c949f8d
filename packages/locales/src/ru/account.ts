import type en from '../en/account.ts'

export default {
  'account.title': 'Личные данные',
  'account.text': 'Вы входите по номеру телефона или e‑mail. Туда же приходят коды и уведомления о ваших деньгах.',
  'account.verify-email': 'Подтвердить e-mail',
  'account.verify-phone': 'Подтвердить номер',
  'account.change-email': 'Сменить e-mail',
  'account.change-phone': 'Сменить номер',
  'account.unverified': 'Не подтверждён',
  'account.verified-on': 'Подтверждён {date}',
  'account.verify.text':
    'Мы отправим код на {where}. Когда вы введёте его здесь, мы будем знать, что наши сообщения до вас доходят.',
  'account.change.text':
    'Мы отправим код на новый контакт. Пока вы его не ввели, действует прежний. Затем мы сообщим на прежний, а вывод будет ненадолго приостановлен, чтобы защитить ваши деньги.',
  'account.new-email': 'Новый e-mail',
  'account.new-phone': 'Новый номер телефона',
  'account.confirm': 'Подтвердить',
  'account.changed': 'Изменено и подтверждено',
  'account.trusted-from': 'Принимает коды для забытых паролей с {time}.',
  'account.password': 'Сменить пароль для входа',
  'account.password.text': 'Мы сообщим вам, что пароль изменён. На всех остальных устройствах будет выполнен выход.',
  'account.password.old': 'Ваш текущий пароль для входа',
  'account.password.new': 'Новый пароль для входа',
  'account.password.again': 'Введите его ещё раз',
  'account.password.stay': 'Не выходить на этом устройстве',
  'account.password.changed': 'Пароль для входа изменён',
  'account.forgot.text':
    'Введите телефон или e‑mail, по которому вы входите. Мы отправим код на подтверждённый телефон или e‑mail этого аккаунта.',
  'account.forgot.sent': 'Если такой аккаунт есть, код уже в пути. Он действует десять минут.',
  'account.forgot.rest':
    'На всех устройствах будет выполнен выход. Платёжный пароль не изменится, а вывод будет ненадолго приостановлен, чтобы защитить ваши деньги.',
  'account.forgot.set': 'Задать новый пароль для входа',
  'account.devices': 'Устройства',
  'account.devices.text':
    'На этих устройствах выполнен вход. Если какое-то вам незнакомо, выйдите на нём, а затем смените пароль для входа.',
  'account.devices.here': 'Это устройство',
  'account.devices.unknown': 'Неизвестный браузер',
  'account.devices.name': '{browser}, {system}',
  'account.devices.used': 'Последнее использование: {ago}',
  'account.devices.since': 'Вход выполнен {date}',
  'account.devices.end': 'Выйти там',
  'account.devices.end.sure': 'Выйти на устройстве {device}?',
  'account.devices.ended': 'Выход выполнен',
  'account.devices.all': 'Выйти везде',
  'account.devices.all.sure': 'Вы уверены, что хотите выйти везде?',
  'pay-password.resting':
    'Пароль для входа был задан с помощью кода. Чтобы защитить ваши деньги, платёжный пароль можно будет задать кодом с {time}.',
} satisfies Record<keyof typeof en, string>
