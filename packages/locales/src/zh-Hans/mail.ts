import type en from '../en/mail.ts'

export default {
  'mail.pay-password-code.subject': 'Quayside：设置新支付密码的验证码',
  'mail.pay-password-code.text':
    '{code} 是您设置新支付密码的验证码，十分钟内有效，只能使用一次。\n\n请勿告诉任何人：我们绝不会通过电话或聊天索要验证码。如果不是您本人申请，可能有人在使用您的账户：请勿转告验证码，并通知客服。',
  'mail.pay-password-code.short': 'Quayside：{code} 是您设置新支付密码的验证码，十分钟内有效。请勿告诉任何人。',
  'mail.pay-password-changed.subject': 'Quayside：您的支付密码已修改',
  'mail.pay-password-changed.text':
    '您的支付密码已于 {at} 修改。如果是您本人操作，无需处理。\n\n如果不是您本人：请打开应用，在支付密码处选择“忘记了？”并设置新的密码，撤回不是您申请的提现，并立即通知客服。',
  'mail.pay-password-reset.text':
    '{at}，有人使用您的登录密码和验证码设置了新的支付密码。为保护您的资金，{until} 之前不会付出任何提现。如果是您本人操作，无需处理。\n\n如果不是您本人：请在此之前打开应用，在支付密码处选择“忘记了？”并设置新的密码，撤回不是您申请的提现，并立即通知客服。',
  'mail.pay-password-changed.short':
    'Quayside：您的支付密码已于 {at} 修改。不是您本人？请在应用中设置新的密码，并立即通知客服。',
  'mail.messages.subject': 'Quayside：{type}',
  'mail.messages.open': '在应用中查看：{url}\n\n您可以在应用的“通知设置”中选择我们给您发送哪些内容。',
} satisfies Record<keyof typeof en, string>
