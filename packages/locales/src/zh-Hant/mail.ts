import type en from '../en/mail.ts'

export default {
  'mail.pay-password-code.subject': 'Quayside：設定新支付密碼的驗證碼',
  'mail.pay-password-code.text':
    '{code} 是您設定新支付密碼的驗證碼，十分鐘內有效，只能使用一次。\n\n請勿告訴任何人：我們絕不會透過電話或聊天索取驗證碼。如果不是您本人申請，可能有人在使用您的帳戶：請勿轉告驗證碼，並通知客服。',
  'mail.pay-password-code.short': 'Quayside：{code} 是您設定新支付密碼的驗證碼，十分鐘內有效。請勿告訴任何人。',
  'mail.pay-password-changed.subject': 'Quayside：您的支付密碼已修改',
  'mail.pay-password-changed.text':
    '您的支付密碼已於 {at} 修改。如果是您本人操作，無需處理。\n\n如果不是您本人：請開啟應用程式，在支付密碼處選擇「忘記了？」並設定新的密碼，撤回不是您申請的提領，並立即通知客服。',
  'mail.pay-password-reset.text':
    '{at}，有人使用您的登入密碼和驗證碼設定了新的支付密碼。為保護您的資金，{until} 之前不會付出任何提領。如果是您本人操作，無需處理。\n\n如果不是您本人：請在此之前開啟應用程式，在支付密碼處選擇「忘記了？」並設定新的密碼，撤回不是您申請的提領，並立即通知客服。',
  'mail.pay-password-changed.short':
    'Quayside：您的支付密碼已於 {at} 修改。不是您本人？請在應用程式中設定新的密碼，並立即通知客服。',
  'mail.messages.subject': 'Quayside：{type}',
  'mail.messages.open': '在應用程式中查看：{url}\n\n您可以在應用程式的「通知設定」中選擇我們寄送哪些內容給您。',
} satisfies Record<keyof typeof en, string>
