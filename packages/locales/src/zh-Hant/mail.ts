import type en from '../en/mail.ts'

export default {
  'mail.greeting': '您好：',
  'mail.close': 'Quayside 團隊敬上',
  'mail.pay-password-code.subject': 'Quayside：重設支付密碼的驗證碼',
  'mail.pay-password-code.text':
    '{code} 是您重設支付密碼的驗證碼，10 分鐘內有效，只能使用一次。\n\n請勿告訴任何人：我們絕不會透過電話或聊天索取驗證碼。如果不是您本人申請，可能有人在使用您的帳號：請勿洩漏驗證碼，並聯絡客服。',
  'mail.pay-password-code.short': 'Quayside：{code} 是您重設支付密碼的驗證碼，10 分鐘內有效。請勿告訴任何人。',
  'mail.pay-password-changed.subject': 'Quayside：您的支付密碼已變更',
  'mail.pay-password-changed.text':
    '您的支付密碼已於 {at} 變更。如果是您本人操作，無需處理。\n\n如果不是您本人：請開啟 App，在支付密碼處選擇「忘記了？」並設定新的密碼，撤回不是您申請的提款，並立即通知客服。',
  'mail.pay-password-reset.text':
    '您的支付密碼已於 {at} 重設。為保護您的資金，提款暫停至 {until}。如果是您本人操作，無需處理。\n\n如果不是您本人：請在此之前開啟 App，在支付密碼處選擇「忘記了？」並設定新的密碼，撤回不是您申請的提款，並立即通知客服。',
  'mail.pay-password-changed.short': 'Quayside：您的支付密碼已變更。不是您本人？請在 App 中重新設定，並立即聯絡客服。',
  'mail.pay-password-disabled.subject': 'Quayside：您的支付密碼已停用',
  'mail.pay-password-disabled.text':
    '您的支付密碼因多次輸錯，已於 {at} 停用。如需再次付款或提款，請開啟 App，在支付密碼處選擇「忘記了？」並設定新的密碼。\n\n如果不是您本人輸入，可能有人登入了您的帳號：請變更登入密碼，並立即聯絡客服。',
  'mail.pay-password-disabled.short': 'Quayside：您的支付密碼因多次輸錯已停用。不是您本人？請聯絡客服。',
  'mail.passkeys-changed.subject': 'Quayside：您的通行密鑰已變更',
  'mail.passkey-added.text':
    '您的帳號已於 {at} 新增通行密鑰：{name}。它可以確認付款和提款。如果是您本人操作，無需處理。\n\n如果不是您本人：請開啟 App，在「通行密鑰」中將其移除，變更登入密碼和支付密碼，撤回不是您申請的提款，並立即通知客服。',
  'mail.passkey-removed.text':
    '您的帳號已於 {at} 移除通行密鑰：{name}。如果是您本人操作，無需處理。\n\n如果不是您本人：請變更登入密碼和支付密碼，並立即通知客服。',
  'mail.passkeys-changed.short': 'Quayside：您的帳號新增或移除了通行密鑰。不是您本人？請立即聯絡客服。',
  'mail.operator-token.subject': 'Quayside：請設定您的營運人員密碼',
  'mail.operator-token.text':
    '您受邀成為 Quayside（{url}）的營運人員：{name}。\n\n您的權杖，僅可使用一次，有效期至 {until}：{token}\n\n請用它設定自己的密碼；其他人都不知道您的密碼，也無權詢問。首次登入需要驗證器 App。如果您不清楚此邀請，請忽略此郵件。',
  'mail.operator-news.subject': 'Quayside：營運人員帳號有異動',
  'mail.operator-invitation.text':
    '{by} 邀請了一名營運人員：{name}，{email}。職務：{desks}。\n\n需要另一名擁有者確認。如有誤，請撤銷邀請。',
  'mail.operator-admitted.text': '新營運人員已設定密碼：{name}，{email}。職務：{desks}。\n\n如有誤，請立即停用此人。',
  'mail.operator-readmitted.text':
    '一名營運人員已用新密碼恢復權限：{name}，{email}。職務：{desks}。\n\n如有誤，請立即停用此人。',
  'mail.operator-granted.text': '{by} 授予 {name}（{email}）一個職務：{desks}。\n\n如有誤，請立即收回。',
  'mail.operator-deactivated.text': '{by} 停用了一名營運人員：{name}，{email}。',
  'mail.messages.subject': 'Quayside：{type}',
  'mail.messages.open': '在 App 中查看：{url}\n\n如需選擇接收哪些郵件，請開啟 App 中的「通知設定」。',
  'mail.contact-code.subject': 'Quayside：您的驗證碼',
  'mail.contact-code.text':
    '{code} 是驗證此地址的驗證碼，10 分鐘內有效，只能使用一次。\n\n請勿告訴任何人：我們絕不會透過電話或聊天索取驗證碼。如果不是您本人申請，請忽略此郵件：沒有驗證碼，任何人都無法使用您的地址。',
  'mail.contact-code.short': 'Quayside：{code} 是您驗證此號碼的驗證碼，10 分鐘內有效。請勿告訴任何人。',
  'mail.contact-taken.text':
    'Quayside：有人試圖將此手機號碼或電子郵件用於另一個帳號，未作任何變更。如果是您本人，請直接用它登入。',
  'mail.contact-taken.short':
    'Quayside：有人想將此手機號碼或電子郵件用於其他帳號。未作任何變更。如果是您本人，請直接登入。',
  'mail.contact-changed.subject': 'Quayside：您的手機號碼或電子郵件已更換',
  'mail.contact-changed.text':
    '您帳號的 {former} 已於 {at} 更換為 {present}。為保護您的資金，提款暫停至 {until}。如果是您本人操作，無需處理。\n\n如果不是您本人：請在此之前登入，變更登入密碼，撤回不是您申請的提款，並立即聯絡客服。',
  'mail.contact-changed.short':
    'Quayside：您帳號的手機號碼或電子郵件已變更。不是您本人？請變更登入密碼，並立即聯絡客服。',
  'mail.login-code.subject': 'Quayside：重設登入密碼的驗證碼',
  'mail.login-code.text':
    '{code} 是您重設登入密碼的驗證碼，10 分鐘內有效，只能使用一次。\n\n請勿告訴任何人：我們絕不會透過電話或聊天索取驗證碼。如果不是您本人申請，請忽略此郵件：沒有驗證碼，任何人都無法設定新密碼。',
  'mail.login-code.short': 'Quayside：{code} 是您重設登入密碼的驗證碼，10 分鐘內有效。請勿告訴任何人。',
  'mail.login-changed.subject': 'Quayside：您的登入密碼已變更',
  'mail.login-changed.text':
    '您的登入密碼已於 {at} 變更，其他裝置已登出。如果是您本人操作，無需處理。\n\n如果不是您本人：請在登入頁選擇「忘記密碼」並設定新的密碼，撤回不是您申請的提款，並立即聯絡客服。',
  'mail.login-changed.short': 'Quayside：您的登入密碼已變更。不是您本人？請選擇「忘記密碼」，並立即聯絡客服。',
  'mail.login-reset.text':
    '您的登入密碼已於 {at} 重設，所有裝置已登出。為保護您的資金，提款暫停至 {until}；支付密碼保持不變。如果是您本人操作，無需處理。\n\n如果不是您本人：請在此之前在登入頁選擇「忘記密碼」並設定新的密碼，撤回不是您申請的提款，並立即聯絡客服。',
  'mail.login-keys': '您商店的以下 API 金鑰仍然有效。如有不認識的，請在「API 與 Webhook」中撤銷：',
  'mail.order-page': '查看訂單頁面',
  'mail.order-keep': '任何持有此連結的人都能開啟您的訂單頁面，請勿轉寄。',
  'mail.order-links.subject': '您在 Quayside 的訂單',
  'mail.order-links.text': '您申請了訂單頁面的連結。如果不是您本人操作，請忽略此郵件。',
  'mail.account-join.subject': 'Quayside：建立您的帳戶',
  'mail.account-join.text':
    '您申請了 Quayside 帳戶。請在此設定密碼：\n{url}\n\n連結只能使用一次，有效期至 {until}。如果不是您本人操作，請忽略這封郵件：沒有連結就不會建立帳戶。',
  'mail.account-password.subject': 'Quayside：設定新密碼的連結',
  'mail.account-password.text':
    '您申請了 Quayside 帳戶的連結。您可以用此連結設定新密碼：\n{url}\n\n連結只能使用一次，有效期至 {until}。如果您記得密碼，也可以直接登入。如果不是您本人操作，請忽略這封郵件：沒有連結，什麼都不會改變。',
  'mail.account-changed.subject': 'Quayside：您的密碼已變更',
  'mail.account-changed.text':
    '您帳戶的密碼已於 {at} 變更，所有裝置均已登出。如果是您本人操作，無需處理。\n\n如果不是您本人操作，表示有人能讀取您的郵件：請先變更信箱密碼，然後在登入頁選擇「忘記密碼？」。',
  'mail.account-email.subject': 'Quayside：請確認您的新電子郵件',
  'mail.account-email.text':
    '您申請將此信箱用於您的 Quayside 帳戶。請在此確認：\n{url}\n\n連結只能使用一次，有效期至 {until}。如果不是您本人操作，請忽略這封郵件：沒有連結，什麼都不會改變。',
  'mail.account-email-changed.subject': 'Quayside：您帳戶的電子郵件已變更',
  'mail.account-email-changed.text':
    '您帳戶的電子郵件已於 {at} 由此信箱變更為另一個信箱。如果是您本人操作，則無需處理。\n\n如果不是您本人，表示有人知道您的密碼：請立即從您的訂單頁面聯絡客服。',
  'mail.report.subject': 'Quayside：您的檢舉 {code}',
  'mail.report-upheld.text': '感謝您檢舉「{name}」（{code}）。我們已審核並採取措施。',
  'mail.report-dismissed.text':
    '您檢舉了與「{name}」有關的內容（編號 {code}）。我們已查核，沒有發現需要採取措施的理由。',
} satisfies Record<keyof typeof en, string>
