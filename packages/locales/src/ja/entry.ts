import type en from '../en/entry.ts'

export default {
  'entry.title': 'スマホひとつでショップを運営',
  'entry.text': '仕入れセンターの商品をショップに並べ、支払い済みの注文を発注し、1セント単位まで帳簿で確認できます。',
  'entry.code': '招待コード',
  'entry.code.hint': '現在は内部招待のみ対応しています。',
  'register.need.invitation': '招待コードを入力してください',
  'entry.check': 'このコードを使う',
  'entry.have-account': '登録済みの方はログイン',
  'entry.promise': '販売に事前の入金は必要ありません。',
  'login.title': 'ログイン',
  'login.name': '電話番号またはメールアドレス',
  'login.password': 'ログインパスワード',
  'login.submit': 'ログイン',
  'login.no-account': 'アカウントがない方は登録へ',
  'login.forgot': 'パスワードをお忘れの方',
  'login.show': 'パスワードを表示',
  'login.hide': 'パスワードを隠す',
} satisfies Record<keyof typeof en, string>
