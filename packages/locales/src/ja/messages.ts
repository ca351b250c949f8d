import type en from '../en/messages.ts'

export default {
  'messages.title': 'メッセージ',
  'messages.filter': 'メッセージの絞り込み',
  'messages.unread': '未読',
  'messages.read-all': 'すべて既読にする',
  'messages.empty': 'メッセージはまだありません',
  'messages.empty.text': 'ショップで起きたことをここでお知らせします。',
  'messages.empty.unread': 'すべて読み終えました',
  'messages.unread-count': '{n, plural, other {未読メッセージ#件}}',
  'messages.type.orders': '注文',
  'messages.type.buyers': '購入者',
  'messages.type.refunds': '返金',
  'messages.type.money': '資金',
  'messages.type.security': 'セキュリティ',
  'messages.type.shop': 'ショップ',
  'messages.type.support': 'カスタマーサービス',
  'messages.type.announcement': 'お知らせ',
  'messages.sender.system': 'システム',
  'messages.sender.support': 'カスタマーサービス',
  'messages.sender.announcement': 'Quayside',
  'messages.about': '関連する内容',
  'messages.open': '開く',
  'messages.choose': '通知',
  'messages.email': 'メール',
  'messages.email.none': '現在、メール通知は利用できません。',
  'messages.push': 'プッシュ通知',
  'messages.push.text':
    'アプリを閉じていてもこの端末でお知らせします。ロック画面には種類と件数だけが表示され、名前や金額は表示されません。',
  'messages.push.on': 'オンにする',
  'messages.push.off': 'オフにする',
  'messages.push.later': '購入者が最初の注文を支払うと、オンにできます。',
  'messages.push.denied': 'ブラウザがQuaysideの通知をブロックしています。ブラウザの設定で許可してください。',
  'messages.push.unsupported':
    'このブラウザは通知に対応していません。iPhoneでは、まずアプリをホーム画面に追加してください。',
  'messages.push.none': '現在、プッシュ通知は利用できません。',
  'messages.push.failed': '通知をオンにできませんでした。後でもう一度お試しください。',
  'messages.not-you': 'お心当たりがない場合は、すぐにカスタマーサービスにお問い合わせください。',
  'messages.order.paid':
    '{n, plural, =1 {注文{code}の支払いが完了し、発注待ちです。利益は{amount}です。} other {支払い済みの注文#件が発注待ちです。利益は{amount}です。}}',
  'messages.order.pickup-near':
    '{n, plural, =1 {注文{code}は、発注しないと12時間以内にキャンセルされます。} other {注文#件は、発注しないと12時間以内にキャンセルされます。}}',
  'messages.order.cancelled':
    '{n, plural, =1 {注文{code}はキャンセルされました。} other {注文#件がキャンセルされました。}}',
  'messages.order.shipped': '{n, plural, =1 {注文{code}が発送されました。} other {注文#件が発送されました。}}',
  'messages.order.ship-undone':
    '{n, plural, =1 {注文{code}の発送を取り消しました。あらためて発送します。} other {注文#件の発送を取り消しました。あらためて発送します。}}',
  'messages.order.received':
    '{n, plural, =1 {注文{code}が届きました。{amount}が精算待ちです。} other {注文#件が届きました。{amount}が精算待ちです。}}',
  'messages.order.completed':
    '{n, plural, =1 {注文{code}が精算されました。{amount}が残高に入りました。} other {注文#件が精算されました。{amount}が残高に入りました。}}',
  'messages.order.set-aside':
    '購入者の端末、カード、連絡先または住所が貴ショップと共通しているため、注文{code}を確認しています。売上金には影響しません。確認が済むと数値と評価に反映されます。',
  'messages.order.cleared': '注文{code}の確認が済み、数値と評価に反映されました。',
  'messages.order.upheld':
    '注文{code}はご自身による購入と判断したため、数値と評価に反映されません。売上金には影響しません。誤りの場合はカスタマーサービスにお問い合わせください。',
  'messages.order.disputed':
    '注文{code}：チャージバックの申請があり、カードの発行銀行が{amount}の返還を求めています。送付できる資料と期限をご確認ください。',
  'messages.order.dispute-won': '注文{code}：銀行がショップ側の主張を認め、{amount}が再び使えるようになりました。',
  'messages.order.charged-back': '注文{code}：銀行が{amount}をカード名義人に返金しました。',
  'messages.order-talk.asked': '注文{code}の購入者からメッセージが届きました。',
  'messages.order-talk.taken': '注文{code}：購入者との会話をカスタマーサービスが引き継ぎました。',
  'messages.refund.requested':
    '購入者が{amount}の返金を求めています（{code}）。{date}までに回答がない場合は同意とみなされます。',
  'messages.refund.opened':
    '精算済みの注文について、返金{code}（{amount}）の手続きを開始しました。{date}までに承認するか異議を申し立ててください。その後はQuaysideの別の担当者が判断します。',
  'messages.refund.due-soon': '返金{code}は12時間以内に同意とみなされます。それまでに回答してください。',
  'messages.refund.withdrawn': '購入者が返金申請{code}を取り消しました。',
  'messages.refund.approved': '返金{code}が認められました：{amount}が購入者に戻ります。',
  'messages.refund.borne': '返金{code}：購入者へ{amount}を当社が返金します。ご負担はありません。',
  'messages.refund.declined': '返金{code}は却下されました。購入者への返金はありません。',
  'messages.deposit.credited':
    '{n, plural, =1 {チャージ{code}：{amount}が残高に入りました。} other {チャージ#件：{amount}が残高に入りました。}}',
  'messages.deposit.set-aside':
    'チャージ{code}（{amount}）は最低額に達していません。お預かりし、次のチャージと合わせて反映します。',
  'messages.deposit.rejected': 'チャージ{code}は反映されませんでした。',
  'messages.deposit.reversed':
    'チャージ{code}は取り消されました：ブロックチェーンのネットワークで{amount}の送金が無効になりました。',
  'messages.deposit.disputed':
    'チャージ{code}：チャージバックの申請があり、カードの発行銀行が{amount}の返還を求めています。送付できる資料と期限をご確認ください。',
  'messages.deposit.dispute-won':
    'チャージ{code}：銀行がショップ側の主張を認め、{amount}が再び使えるようになりました。',
  'messages.deposit.charged-back': 'チャージ{code}：銀行が{amount}をカード名義人に返金しました。',
  'messages.withdrawal.requested':
    '出金{code}（{amount}）が申請されました。お心当たりがない場合は取り消して、すぐにカスタマーサービスにお問い合わせください。',
  'messages.withdrawal.approved': '出金{code}が承認されました。{amount}を送金します。',
  'messages.withdrawal.rejected': '出金{code}は承認されませんでした。{amount}は残高に戻りました。',
  'messages.withdrawal.paid': '出金{code}の送金が完了しました：{amount}。',
  'messages.withdrawal.failed': '出金{code}を送金できませんでした。{amount}は残高に戻りました。',
  'messages.withdrawal.returned': '送金が完了した出金{code}が、銀行から返金されました。{amount}は残高に戻りました。',
  'messages.withdrawal.overdue':
    '出金{code}（{amount}）がお約束より遅れており、誠に申し訳ございません。お金は安全に保管されています。',
  'messages.withdrawal.unsent':
    '出金{code}は承認されましたが、期限内に送金できませんでした。誠に申し訳ございません。{amount}は残高に戻りました。',
  'messages.withdrawal.escalated':
    '出金{code}（{amount}）は送金しましたが、支払いの完了をまだ確認できていません。現在調査中です。資金は安全で、着金するか、全額が残高に戻ります。',
  'messages.withdrawal.appeal-granted': '出金{code}：再審査で認められました。{amount}をもう一度出金できます。',
  'messages.withdrawal.appeal-declined': '出金{code}：再審査でも認められませんでした。',
  'messages.unidentified.assigned': '{amount}の振込が貴ショップのものと確認できました。残高に反映しています。',
  'messages.adjustment.goodwill': '残高に{amount}を入金しました。番号：{code}',
  'messages.adjustment.corrected': '以前の記録を訂正し、{amount}を差し引きました。番号：{code}',
  'messages.adjustment.written-off': '未払い分の{amount}を免除しました。番号：{code}',
  'messages.destination.added': '末尾{ending}の新しい出金先が保存されました。',
  'messages.payment-password.set': '支払いパスワードが設定されました。',
  'messages.payment-password.changed': '支払いパスワードが変更されました。',
  'messages.payment-password.reset': '支払いパスワードが再設定されました。',
  'messages.payment-password.disabled':
    '誤入力が続いたため、支払いパスワードが無効になりました。新しく設定してください。',
  'messages.passkey.added': 'パスキーが追加されました：{name}。支払いと出金の確認に使えます。',
  'messages.passkey.removed': 'パスキーが削除されました：{name}。',
  'messages.login-password.changed': 'ログインパスワードが変更されました。',
  'messages.login-password.reset': 'ログインパスワードが再設定されました。',
  'messages.contact.changed': '電話番号またはメールアドレスが変更されました。',
  'messages.login.new-device': '新しい端末からアカウントにログインがありました。',
  'messages.registration.verified': 'ショップが認証されました。販売、チャージ、出金ができます。',
  'messages.registration.more-information': 'ショップの認証に追加の情報が必要です。',
  'messages.registration.rejected': '登録は承認されませんでした。理由を確認し、再審査を求められます。',
  'messages.registration.overdue': '登録の審査がお約束より遅れており、誠に申し訳ございません。お手続きは不要です。',
  'messages.shop.closed': 'ショップの利用が停止されました。',
  'messages.shop.closing': 'ショップの利用停止が予定されています。開始日はホーム画面でご確認ください。',
  'messages.shop.opened': 'ショップの利用が再開されました。',
  'messages.shop.restricted-sell': '{date}から、購入者はショップで新しい注文ができません。出金は引き続き可能です。',
  'messages.shop.restricted-pick-up': '{date}から、注文の発注ができません。出金は引き続き可能です。',
  'messages.shop.restricted-list': '{date}から、商品の追加や出品ができません。出金は引き続き可能です。',
  'messages.shop.restriction-lifted': 'ショップの制限が1つ解除されました。',
  'messages.listing.at-loss':
    '{n, plural, =1 {赤字になるため、{name}の出品を停止しました。} other {赤字になるため、商品#点の出品を停止しました。}}',
  'messages.listing.withdrawn':
    '{n, plural, =1 {仕入先が販売を終了したため、{name}の出品を停止しました。} other {仕入先が販売を終了したため、商品#点の出品を停止しました。}}',
  'messages.listing.supplier-changed':
    '{n, plural, =1 {仕入先が{name}の価格または在庫を変更しました。} other {仕入先が商品#点の価格または在庫を変更しました。}}',
  'messages.setting.changed':
    '{date}から、{name}が{before}から{value}に変わります。それ以前に開始されたものは従来の条件のままです。',
  'messages.setting.name.commission': '手数料',
  'messages.setting.name.withdrawal-fee.bank': '銀行への出金手数料',
  'messages.setting.name.withdrawal-fee.chain': 'ブロックチェーンアドレスへの出金手数料',
  'messages.setting.name.card-hold': 'カードチャージが出金可能になるまでの期間',
  'messages.setting.name.order.pickup-window': '注文の発注期限',
  'messages.setting.name.order.shipping-window': '当社の発送期限',
  'messages.setting.name.order.protection-window': '受取済み注文の利益が使えるようになるまでの期間',
  'messages.setting.name.refund.answer-window': '返金申請への回答期限',
  'messages.setting.name.refund.decision-window': '当社の返金決定期限',
  'messages.privacy.copy-ready': 'データのコピーをダウンロードできます。',
  'messages.privacy.refused': 'データに関する申請が却下されました。',
  'messages.support.answered':
    '{n, plural, =1 {カスタマーサービスから返信がありました。} other {カスタマーサービスから#件の返信がありました。}}',
  'messages.new': '{n, plural, other {新しいメッセージ#件}}',
  'messages.all': 'すべて',
} satisfies Record<keyof typeof en, string>
