import type en from '../en/mail.ts'

export default {
  'mail.greeting': 'いつもQuaysideをご利用いただき、ありがとうございます。',
  'mail.close': '今後ともQuaysideをよろしくお願いいたします。\nQuaysideチーム',
  'mail.pay-password-code.subject': 'Quayside：支払いパスワード再設定用の認証コード',
  'mail.pay-password-code.text':
    '支払いパスワード再設定用の認証コードは {code} です。有効期限は10分で、1回だけ使えます。\n\n誰にも教えないでください。当社が電話やチャットでお尋ねすることはありません。お心当たりがない場合は、誰かがアカウントを使っている可能性があります。認証コードは伝えず、カスタマーサービスにお知らせください。',
  'mail.pay-password-code.short':
    'Quayside：支払いパスワード再設定の認証コードは{code}です。10分間有効。誰にも教えないでください。',
  'mail.pay-password-changed.subject': 'Quayside：支払いパスワードが変更されました',
  'mail.pay-password-changed.text':
    '{at}に支払いパスワードが変更されました。ご本人の操作であれば、対応は不要です。\n\nお心当たりがない場合は、アプリを開いて支払いパスワードの「お忘れですか？」から新しく設定し、心当たりのない出金を取り消して、すぐにカスタマーサービスにお知らせください。',
  'mail.pay-password-reset.text':
    '{at}に支払いパスワードが再設定されました。資金保護のため、出金は{until}まで停止されます。ご本人の操作であれば、対応は不要です。\n\nお心当たりがない場合は、それまでにアプリを開いて支払いパスワードの「お忘れですか？」から新しく設定し、心当たりのない出金を取り消して、すぐにカスタマーサービスにお知らせください。',
  'mail.pay-password-changed.short':
    'Quayside：支払いパスワードが変更されました。心当たりがない場合はカスタマーサービスへご連絡ください。',
  'mail.pay-password-disabled.subject': 'Quayside：支払いパスワードが無効になりました',
  'mail.pay-password-disabled.text':
    '誤入力が続いたため、{at}に支払いパスワードが無効になりました。支払いや出金を再開するには、アプリを開き、支払いパスワードの「お忘れですか？」から新しく設定してください。\n\nお心当たりがない場合は、誰かがログインしている可能性があります。ログインパスワードを変更し、すぐにカスタマーサービスにお知らせください。',
  'mail.pay-password-disabled.short':
    'Quayside：支払いパスワードが無効になりました。心当たりがない場合はカスタマーサービスへご連絡ください。',
  'mail.passkeys-changed.subject': 'Quayside：パスキーが変更されました',
  'mail.passkey-added.text':
    '{at}にアカウントにパスキーが追加されました：{name}。支払いと出金の確認に使えます。ご本人の操作であれば、対応は不要です。\n\nお心当たりがない場合は、アプリを開いて「パスキー」から削除し、ログインパスワードと支払いパスワードを変更してください。心当たりのない出金を取り消して、すぐにカスタマーサービスにお知らせください。',
  'mail.passkey-removed.text':
    '{at}にアカウントからパスキーが削除されました：{name}。ご本人の操作であれば、対応は不要です。\n\nお心当たりがない場合は、ログインパスワードと支払いパスワードを変更し、すぐにカスタマーサービスにお知らせください。',
  'mail.passkeys-changed.short':
    'Quayside：パスキーが変更されました。心当たりがない場合はカスタマーサービスへご連絡ください。',
  'mail.operator-token.subject': 'Quayside：担当者のパスワードを設定してください',
  'mail.operator-token.text':
    '{url} のQuaysideの担当者として招待されました：{name}\n\nトークン（1回限り、{until}まで有効）：{token}\n\nこのトークンでご自身のパスワードを設定してください。パスワードを知っているのはご本人だけで、ほかの人がお尋ねすることはありません。最初のログインには認証アプリが必要です。お心当たりがない場合は、このメールを破棄してください。',
  'mail.operator-news.subject': 'Quayside：担当者のアカウントに変更がありました',
  'mail.operator-invitation.text':
    '{by}が担当者を招待しました：{name}、{email}。部門：{desks}\n\n別のオーナーの確認が必要です。誤りの場合は招待を取り消してください。',
  'mail.operator-admitted.text':
    '新しい担当者がパスワードを設定しました：{name}、{email}。部門：{desks}\n\n誤りの場合は、すぐにこの担当者を無効にしてください。',
  'mail.operator-readmitted.text':
    '担当者が新しいパスワードで再びアクセスできるようになりました：{name}、{email}。部門：{desks}\n\n誤りの場合は、すぐにこの担当者を無効にしてください。',
  'mail.operator-granted.text':
    '{by}が{name}（{email}）に部門を割り当てました：{desks}\n\n誤りの場合は、すぐに取り消してください。',
  'mail.operator-deactivated.text': '{by}が担当者を無効にしました：{name}、{email}',
  'mail.messages.subject': 'Quayside：{type}',
  'mail.messages.open': 'アプリで読む：{url}\n\n受け取るメールは、アプリの「通知」で選べます。',
  'mail.contact-code.subject': 'Quayside：認証コードのお知らせ',
  'mail.contact-code.text':
    'このアドレスの認証コードは {code} です。有効期限は10分で、1回だけ使えます。\n\n誰にも教えないでください。当社が電話やチャットでお尋ねすることはありません。お心当たりがない場合は、対応は不要です。認証コードがなければ、誰もこのアドレスを使えません。',
  'mail.contact-code.short': 'Quayside：電話番号の認証コードは{code}です。10分間有効。誰にも教えないでください。',
  'mail.contact-taken.text':
    'Quayside：この電話番号またはメールアドレスを別のアカウントに使おうとした人がいます。変更はありません。ご本人の場合は、この連絡先でログインしてください。',
  'mail.contact-taken.short': 'Quayside：この連絡先を別のアカウントに使おうとした人がいます。変更はありません。',
  'mail.contact-changed.subject': 'Quayside：電話番号またはメールアドレスが変更されました',
  'mail.contact-changed.text':
    '{at}に、アカウントの連絡先が{former}から{present}に変更されました。資金保護のため、出金は{until}まで停止されます。ご本人の操作であれば、対応は不要です。\n\nお心当たりがない場合は、それまでにログインしてログインパスワードを変更し、心当たりのない出金を取り消して、すぐにカスタマーサービスにお知らせください。',
  'mail.contact-changed.short':
    'Quayside：連絡先が変更されました。心当たりがない場合はパスワードを変更し、カスタマーサービスにご連絡ください。',
  'mail.login-code.subject': 'Quayside：ログインパスワード再設定用の認証コード',
  'mail.login-code.text':
    'ログインパスワード再設定用の認証コードは {code} です。有効期限は10分で、1回だけ使えます。\n\n誰にも教えないでください。当社が電話やチャットでお尋ねすることはありません。お心当たりがない場合は、対応は不要です。認証コードがなければ、誰も新しいパスワードを設定できません。',
  'mail.login-code.short':
    'Quayside：ログインパスワード再設定の認証コードは{code}です。10分間有効。誰にも教えないでください。',
  'mail.login-changed.subject': 'Quayside：ログインパスワードが変更されました',
  'mail.login-changed.text':
    '{at}にログインパスワードが変更され、ほかの端末はログアウトされました。ご本人の操作であれば、対応は不要です。\n\nお心当たりがない場合は、ログイン画面の「パスワードをお忘れの方」から新しく設定し、心当たりのない出金を取り消して、すぐにカスタマーサービスにお知らせください。',
  'mail.login-changed.short':
    'Quayside：ログインパスワードが変更されました。心当たりがない場合はカスタマーサービスへご連絡ください。',
  'mail.login-reset.text':
    '{at}にログインパスワードが再設定され、すべての端末がログアウトされました。資金保護のため、出金は{until}まで停止されます。支払いパスワードは変わりません。ご本人の操作であれば、対応は不要です。\n\nお心当たりがない場合は、それまでにログイン画面の「パスワードをお忘れの方」から新しく設定し、心当たりのない出金を取り消して、すぐにカスタマーサービスにお知らせください。',
  'mail.login-keys':
    'ショップの次のAPIキーは引き続き有効です。心当たりのないものは「APIとWebhook」で無効にしてください：',
  'mail.order-page': '注文のページを開く',
  'mail.order-keep': 'このリンクを知っている人は誰でも注文のページを開けます。他の人に渡さないでください。',
  'mail.order-links.subject': 'Quaysideでのご注文',
  'mail.order-links.text':
    'ご注文のページのリンクをお送りします。お心当たりがない場合は、このメールを破棄してください。',
  'mail.account-join.subject': 'Quayside：アカウントの作成',
  'mail.account-join.text':
    'Quaysideのアカウント作成のお申し込みを受け付けました。こちらでパスワードを設定してください：\n{url}\n\nリンクは{until}まで、1回だけ使えます。お心当たりがない場合は、このメールを無視してください。リンクを使わなければアカウントは作成されません。',
  'mail.account-password.subject': 'Quayside：新しいパスワード用のリンク',
  'mail.account-password.text':
    'Quaysideのアカウントのリンクのご依頼を受け付けました。このリンクで新しいパスワードを設定できます：\n{url}\n\nリンクは{until}まで、1回だけ使えます。パスワードがお分かりなら、そのままログインできます。お心当たりがない場合は、このメールを無視してください。リンクを使わなければ何も変わりません。',
  'mail.account-changed.subject': 'Quayside：パスワードが変更されました',
  'mail.account-changed.text':
    'アカウントのパスワードが{at}に変更され、すべての端末がログアウトされました。ご本人による変更であれば、何もする必要はありません。\n\nお心当たりがない場合は、第三者にメールを読まれている恐れがあります。まずメールアカウントのパスワードを変更し、次にログイン画面で「パスワードをお忘れですか？」を選んでください。',
  'mail.account-email.subject': 'Quayside：新しいメールアドレスの確認',
  'mail.account-email.text':
    'このアドレスをQuaysideのアカウントに使う申請がありました。こちらで確認してください：\n{url}\n\nリンクは{until}まで、1回だけ使えます。お心当たりがない場合は、このメールを無視してください。リンクを使わなければ何も変わりません。',
  'mail.account-email-changed.subject': 'Quayside：アカウントのメールアドレスが変更されました',
  'mail.account-email-changed.text':
    '{at}に、アカウントのメールアドレスがこのアドレスから別のアドレスに変更されました。ご本人の操作であれば、何もする必要はありません。\n\nお心当たりがない場合は、誰かがパスワードを知っています。ご注文のページからすぐにカスタマーサービスにご連絡ください。',
  'mail.report.subject': 'Quayside：通報 {code}',
  'mail.report-upheld.text':
    '「{name}」（{code}）を通報していただき、ありがとうございます。確認のうえ、対応いたしました。',
  'mail.report-dismissed.text':
    '「{name}」について通報をいただきました（番号 {code}）。確認しましたが、対応が必要な理由は見つかりませんでした。',
} satisfies Record<keyof typeof en, string>
