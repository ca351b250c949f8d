import type en from '../en/mail.ts'

export default {
  'mail.pay-password-code.subject': 'Quayside：新しい支払いパスワード用のコード',
  'mail.pay-password-code.text':
    '新しい支払いパスワード用のコードは {code} です。有効期限は10分、1回だけ使えます。\n\n誰にも教えないでください。当社が電話やチャットでお尋ねすることはありません。心当たりがない場合は、誰かがアカウントを使っている可能性があります。コードを伝えず、カスタマーサービスにお知らせください。',
  'mail.pay-password-code.short':
    'Quayside：新しい支払いパスワード用のコードは {code} です（10分間有効）。誰にも教えないでください。',
  'mail.pay-password-changed.subject': 'Quayside：支払いパスワードが変更されました',
  'mail.pay-password-changed.text':
    '支払いパスワードが {at} に変更されました。ご本人の操作であれば、何もする必要はありません。\n\nお心当たりがない場合は、アプリを開いて支払いパスワードの「お忘れですか？」から新しく設定し、ご自身のものではない出金を取り消して、すぐにカスタマーサービスにお知らせください。',
  'mail.pay-password-reset.text':
    '{at} に、ログインパスワードとコードで新しい支払いパスワードが設定されました。資金保護のため、{until} までは出金が送金されません。ご本人の操作であれば、何もする必要はありません。\n\nお心当たりがない場合は、それまでにアプリを開いて支払いパスワードの「お忘れですか？」から新しく設定し、ご自身のものではない出金を取り消して、すぐにカスタマーサービスにお知らせください。',
  'mail.pay-password-changed.short':
    'Quayside：支払いパスワードが {at} に変更されました。お心当たりがない場合は、アプリで新しく設定し、すぐにカスタマーサービスにお知らせください。',
  'mail.messages.subject': 'Quayside：{type}',
  'mail.messages.open': 'アプリで読む：{url}\n\nお送りする内容はアプリの「通知」で選べます。',
} satisfies Record<keyof typeof en, string>
