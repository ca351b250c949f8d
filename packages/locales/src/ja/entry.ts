import type en from '../en/entry.ts'

export default {
  'entry.title': 'スマホひとつでお店を運営',
  'entry.text': '配送センターから商品を仕入れ、支払い済みの注文を引き取り、1セントまで自分の帳簿で確認できます。',
  'entry.code': '招待コード',
  'entry.code.hint': '現在は内部招待のみ対応しています。',
  'entry.check': 'このコードを使う',
  'entry.have-account': '登録済みの方はログイン',
  'entry.promise': '販売に預け入れは不要です。',
  'login.title': 'ログイン',
  'login.name': '電話番号またはメールアドレス',
  'login.password': 'ログインパスワード',
  'login.submit': 'ログイン',
  'login.no-account': 'アカウントがない場合は登録へ',
  'login.forgot': 'パスワードを忘れた',
  'login.show': 'パスワードを表示',
  'login.hide': 'パスワードを隠す',
} satisfies Record<keyof typeof en, string>
