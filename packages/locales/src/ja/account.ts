import type en from '../en/account.ts'

export default {
  'account.title': '個人情報',
  'account.text': '電話番号またはメールアドレスでログインします。認証コードや資金に関するお知らせもここに届きます。',
  'account.verify-email': 'メールアドレスを確認',
  'account.verify-phone': '電話番号を確認',
  'account.change-email': 'メールアドレスを変更',
  'account.change-phone': '電話番号を変更',
  'account.unverified': '未確認',
  'account.verified-on': '{date}に確認済み',
  'account.verify.text': '{where}に認証コードを送ります。ここに入力すると、メッセージが届くことを確認できます。',
  'account.change.text':
    '新しい連絡先に認証コードを送ります。入力するまでは今の連絡先のままです。変更後は以前の連絡先にお知らせし、資金保護のため出金をしばらく止めます。',
  'account.new-email': '新しいメールアドレス',
  'account.new-phone': '新しい電話番号',
  'account.confirm': '確認',
  'account.changed': '変更して確認しました',
  'account.trusted-from': '{time}から、パスワード再設定用の認証コードを受け取れます。',
  'account.password': 'ログインパスワードを変更',
  'account.password.text': '変更したことをメッセージでお知らせします。ほかの端末はすべてログアウトされます。',
  'account.password.old': '現在のログインパスワード',
  'account.password.new': '新しいログインパスワード',
  'account.password.again': 'もう一度入力',
  'account.password.stay': 'この端末ではログインを維持',
  'account.password.changed': 'ログインパスワードを変更しました',
  'account.forgot.text':
    'ログインに使う電話番号またはメールアドレスを入力してください。そのアカウントの確認済みの電話またはメールに認証コードを送ります。',
  'account.forgot.sent': 'アカウントがあれば、認証コードが届きます。有効期限は10分です。',
  'account.forgot.rest':
    'すべての端末からログアウトします。支払いパスワードはそのままで、資金保護のため出金をしばらく止めます。',
  'account.forgot.set': '新しいログインパスワードを設定',
  'account.devices': '端末',
  'account.devices.text':
    'ログイン中の端末です。心当たりのないものはログアウトし、ログインパスワードを変更してください。',
  'account.devices.here': 'この端末',
  'account.devices.unknown': '不明なブラウザ',
  'account.devices.name': '{system}の{browser}',
  'account.devices.used': '最終利用：{ago}',
  'account.devices.since': '{date}からログイン中',
  'account.devices.end': 'この端末をログアウト',
  'account.devices.end.sure': '{device}からログアウトしますか？',
  'account.devices.ended': 'ログアウトしました',
  'account.devices.all': 'すべての端末からログアウト',
  'account.devices.all.sure': 'すべての端末からログアウトしてもよろしいですか？',
  'pay-password.resting':
    'ログインパスワードが認証コードで設定されました。資金保護のため、支払いパスワードを認証コードで設定できるのは{time}からです。',
} satisfies Record<keyof typeof en, string>
