import type en from '../en/mail.ts'

export default {
  'mail.greeting': '您好：',
  'mail.close': 'Quayside 团队敬上',
  'mail.pay-password-code.subject': 'Quayside：重设支付密码的验证码',
  'mail.pay-password-code.text':
    '{code} 是您重设支付密码的验证码，10 分钟内有效，只能使用一次。\n\n请勿告诉任何人：我们绝不会通过电话或聊天索要验证码。如果不是您本人申请，可能有人在使用您的账号：请勿泄露验证码，并联系客服。',
  'mail.pay-password-code.short': 'Quayside：{code} 是您重设支付密码的验证码，10 分钟内有效。请勿告诉任何人。',
  'mail.pay-password-changed.subject': 'Quayside：您的支付密码已修改',
  'mail.pay-password-changed.text':
    '您的支付密码已于 {at} 修改。如果是您本人操作，无需处理。\n\n如果不是您本人：请打开应用，在支付密码处选择“忘记了？”并设置新的密码，撤回不是您申请的提现，并立即通知客服。',
  'mail.pay-password-reset.text':
    '您的支付密码已于 {at} 重设。为保护您的资金，提现暂停至 {until}。如果是您本人操作，无需处理。\n\n如果不是您本人：请在此之前打开应用，在支付密码处选择“忘记了？”并设置新的密码，撤回不是您申请的提现，并立即通知客服。',
  'mail.pay-password-changed.short': 'Quayside：您的支付密码已修改。不是您本人？请在应用中重新设置，并立即联系客服。',
  'mail.pay-password-disabled.subject': 'Quayside：您的支付密码已停用',
  'mail.pay-password-disabled.text':
    '您的支付密码因多次输错，已于 {at} 停用。如需再次付款或提现，请打开应用，在支付密码处选择“忘记了？”并设置新的密码。\n\n如果不是您本人输入，可能有人登录了您的账号：请修改登录密码，并立即联系客服。',
  'mail.pay-password-disabled.short': 'Quayside：您的支付密码因多次输错已停用。不是您本人？请联系客服。',
  'mail.passkeys-changed.subject': 'Quayside：您的通行密钥已变更',
  'mail.passkey-added.text':
    '您的账号已于 {at} 添加通行密钥：{name}。它可以确认付款和提现。如果是您本人操作，无需处理。\n\n如果不是您本人：请打开应用，在“通行密钥”中将其移除，修改登录密码和支付密码，撤回不是您申请的提现，并立即通知客服。',
  'mail.passkey-removed.text':
    '您的账号已于 {at} 移除通行密钥：{name}。如果是您本人操作，无需处理。\n\n如果不是您本人：请修改登录密码和支付密码，并立即通知客服。',
  'mail.passkeys-changed.short': 'Quayside：您的账号添加或移除了通行密钥。不是您本人？请立即联系客服。',
  'mail.operator-token.subject': 'Quayside：请设置您的运营人员密码',
  'mail.operator-token.text':
    '您受邀成为 Quayside（{url}）的运营人员：{name}。\n\n您的令牌，仅可使用一次，有效期至 {until}：{token}\n\n请用它设置自己的密码；其他人都不知道您的密码，也无权询问。首次登录需要验证器应用。如果您不清楚此邀请，请忽略此邮件。',
  'mail.operator-news.subject': 'Quayside：运营人员账号有变动',
  'mail.operator-invitation.text':
    '{by} 邀请了一名运营人员：{name}，{email}。岗位：{desks}。\n\n需要另一名所有者确认。如有误，请撤销邀请。',
  'mail.operator-admitted.text': '新运营人员已设置密码：{name}，{email}。岗位：{desks}。\n\n如有误，请立即停用此人。',
  'mail.operator-readmitted.text':
    '一名运营人员已用新密码恢复权限：{name}，{email}。岗位：{desks}。\n\n如有误，请立即停用此人。',
  'mail.operator-granted.text': '{by} 授予 {name}（{email}）一个岗位：{desks}。\n\n如有误，请立即收回。',
  'mail.operator-deactivated.text': '{by} 停用了一名运营人员：{name}，{email}。',
  'mail.messages.subject': 'Quayside：{type}',
  'mail.messages.open': '在应用中查看：{url}\n\n如需选择接收哪些邮件，请打开应用中的“通知设置”。',
  'mail.contact-code.subject': 'Quayside：您的验证码',
  'mail.contact-code.text':
    '{code} 是验证此地址的验证码，10 分钟内有效，只能使用一次。\n\n请勿告诉任何人：我们绝不会通过电话或聊天索要验证码。如果不是您本人申请，请忽略此邮件：没有验证码，任何人都无法使用您的地址。',
  'mail.contact-code.short': 'Quayside：{code} 是您验证此号码的验证码，10 分钟内有效。请勿告诉任何人。',
  'mail.contact-taken.text':
    'Quayside：有人试图将此手机号或邮箱用于另一个账号，未作任何更改。如果是您本人，请直接用它登录。',
  'mail.contact-taken.short': 'Quayside：有人想将此手机号或邮箱用于其他账号。未作任何更改。如果是您本人，请直接登录。',
  'mail.contact-changed.subject': 'Quayside：您的手机号或邮箱已更换',
  'mail.contact-changed.text':
    '您账号的 {former} 已于 {at} 更换为 {present}。为保护您的资金，提现暂停至 {until}。如果是您本人操作，无需处理。\n\n如果不是您本人：请在此之前登录，修改登录密码，撤回不是您申请的提现，并立即联系客服。',
  'mail.contact-changed.short': 'Quayside：您账号的手机号或邮箱已更换。不是您本人？请修改登录密码，并立即联系客服。',
  'mail.login-code.subject': 'Quayside：重设登录密码的验证码',
  'mail.login-code.text':
    '{code} 是您重设登录密码的验证码，10 分钟内有效，只能使用一次。\n\n请勿告诉任何人：我们绝不会通过电话或聊天索要验证码。如果不是您本人申请，请忽略此邮件：没有验证码，任何人都无法设置新密码。',
  'mail.login-code.short': 'Quayside：{code} 是您重设登录密码的验证码，10 分钟内有效。请勿告诉任何人。',
  'mail.login-changed.subject': 'Quayside：您的登录密码已修改',
  'mail.login-changed.text':
    '您的登录密码已于 {at} 修改，其他设备已退出登录。如果是您本人操作，无需处理。\n\n如果不是您本人：请在登录页选择“忘记密码”并设置新的密码，撤回不是您申请的提现，并立即联系客服。',
  'mail.login-changed.short': 'Quayside：您的登录密码已修改。不是您本人？请选择“忘记密码”，并立即联系客服。',
  'mail.login-reset.text':
    '您的登录密码已于 {at} 重设，所有设备已退出登录。为保护您的资金，提现暂停至 {until}；支付密码保持不变。如果是您本人操作，无需处理。\n\n如果不是您本人：请在此之前在登录页选择“忘记密码”并设置新的密码，撤回不是您申请的提现，并立即联系客服。',
  'mail.login-keys': '您店铺的以下 API 密钥仍然有效。如有不认识的，请在“API 与 Webhook”中吊销：',
  'mail.order-page': '查看订单页面',
  'mail.order-keep': '任何持有此链接的人都能打开您的订单页面，请勿转发。',
  'mail.order-links.subject': '您在 Quayside 的订单',
  'mail.order-links.text': '您申请了订单页面的链接。如果不是您本人操作，请忽略此邮件。',
  'mail.account-join.subject': 'Quayside：创建您的账户',
  'mail.account-join.text':
    '您申请了 Quayside 账户。请在此设置密码：\n{url}\n\n链接只能使用一次，有效期至 {until}。如果不是您本人操作，请忽略这封邮件：没有链接就不会创建账户。',
  'mail.account-password.subject': 'Quayside：设置新密码的链接',
  'mail.account-password.text':
    '您申请了 Quayside 账户的链接。您可以用此链接设置新密码：\n{url}\n\n链接只能使用一次，有效期至 {until}。如果您记得密码，也可以直接登录。如果不是您本人操作，请忽略这封邮件：没有链接，什么都不会改变。',
  'mail.account-changed.subject': 'Quayside：您的密码已更改',
  'mail.account-changed.text':
    '您账户的密码已于 {at} 更改，所有设备均已退出登录。如果是您本人操作，无需处理。\n\n如果不是您本人操作，说明有人能读取您的邮件：请先更改邮箱密码，然后在登录页选择“忘记密码？”。',
  'mail.account-email.subject': 'Quayside：请确认您的新邮箱',
  'mail.account-email.text':
    '您申请将此邮箱用于您的 Quayside 账户。请在此确认：\n{url}\n\n链接只能使用一次，有效期至 {until}。如果不是您本人操作，请忽略这封邮件：没有链接，什么都不会改变。',
  'mail.account-email-changed.subject': 'Quayside：您账户的邮箱已更改',
  'mail.account-email-changed.text':
    '您账户的邮箱已于 {at} 由此邮箱更改为另一个邮箱。如果是您本人操作，则无需处理。\n\n如果不是您本人，说明有人知道您的密码：请立即从您的订单页面联系客服。',
  'mail.report.subject': 'Quayside：您的举报 {code}',
  'mail.report-upheld.text': '感谢您举报“{name}”（{code}）。我们已审核并采取措施。',
  'mail.report-dismissed.text': '您举报了与“{name}”有关的内容（编号 {code}）。我们已核查，没有发现需要采取措施的理由。',
} satisfies Record<keyof typeof en, string>
