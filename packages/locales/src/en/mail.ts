export default {
  'mail.greeting': 'Hello,',
  'mail.close': 'The Quayside team',
  'mail.pay-password-code.subject': 'Quayside: your code to reset your payment password',
  'mail.pay-password-code.text':
    '{code} is your code to reset your payment password. It’s valid for 10 minutes and can be used once.\n\nDon’t share it with anyone. We’ll never ask for it by phone or chat. If you didn’t request it, someone may be using your account: don’t share the code, and contact customer service.',
  'mail.pay-password-code.short':
    'Quayside: {code} is your code to reset your payment password. Valid for 10 minutes. Do not share it with anyone.',
  'mail.pay-password-changed.subject': 'Quayside: your payment password was changed',
  'mail.pay-password-changed.text':
    'Your payment password was changed on {at}. If this was you, no action is needed.\n\nIf it wasn’t you, open the app, choose “Forgot it?” at the payment password and set a new one. Cancel any withdrawals you don’t recognize and contact customer service immediately.',
  'mail.pay-password-reset.text':
    'Your payment password was reset on {at}. For your security, withdrawals are paused until {until}. If this was you, no action is needed.\n\nIf it wasn’t you, act before then: open the app, choose “Forgot it?” at the payment password and set a new one. Cancel any withdrawals you don’t recognize and contact customer service immediately.',
  'mail.pay-password-changed.short':
    'Quayside: your payment password was changed. Not you? Set a new one in the app and contact customer service immediately.',
  'mail.pay-password-disabled.subject': 'Quayside: your payment password is disabled',
  'mail.pay-password-disabled.text':
    'On {at}, your payment password was disabled after too many incorrect attempts. To pay or withdraw again, open the app, choose “Forgot it?” at the payment password and set a new one.\n\nIf this wasn’t you, someone may be logged in to your account: change your login password and contact customer service immediately.',
  'mail.pay-password-disabled.short':
    'Quayside: your payment password was disabled after too many incorrect attempts. Not you? Contact customer service.',
  'mail.passkeys-changed.subject': 'Quayside: your passkeys were changed',
  'mail.passkey-added.text':
    'A passkey was added to your account on {at}: {name}. It can confirm payments and withdrawals. If this was you, no action is needed.\n\nIf it wasn’t you, open the app, remove it under “Passkeys”, and change your login password and your payment password. Cancel any withdrawals you don’t recognize and contact customer service immediately.',
  'mail.passkey-removed.text':
    'A passkey was removed from your account on {at}: {name}. If this was you, no action is needed.\n\nIf it wasn’t you, change your login password and your payment password, and contact customer service immediately.',
  'mail.passkeys-changed.short':
    'Quayside: a passkey was added to your account or removed. Not you? Let us know immediately.',
  'mail.operator-token.subject': 'Quayside: set your operator password',
  'mail.operator-token.text':
    'You’re invited to be an operator of Quayside at {url}: {name}.\n\nYour token, valid once and until {until}: {token}\n\nUse it to choose your own password. No one else knows your password, and no one may ask you for it. Your first login requires an authenticator app. If you didn’t expect this, ignore this message.',
  'mail.operator-news.subject': 'Quayside: an operator account changed',
  'mail.operator-invitation.text':
    '{by} invited an operator: {name}, {email}. Desks: {desks}.\n\nAnother owner must confirm it. If this is wrong, revoke the invitation.',
  'mail.operator-admitted.text':
    'A new operator set a password: {name}, {email}. Desks: {desks}.\n\nIf this is wrong, deactivate this operator immediately.',
  'mail.operator-readmitted.text':
    'An operator got access again with a new password: {name}, {email}. Desks: {desks}.\n\nIf this is wrong, deactivate this operator immediately.',
  'mail.operator-granted.text':
    '{by} gave a desk to {name}, {email}. Desk: {desks}.\n\nIf this is wrong, revoke it immediately.',
  'mail.operator-deactivated.text': '{by} deactivated an operator: {name}, {email}.',
  'mail.messages.subject': 'Quayside: {type}',
  'mail.messages.open': 'Read it in the app: {url}\n\nTo choose which emails you get, open “Notifications” in the app.',
  'mail.contact-code.subject': 'Quayside: your verification code',
  'mail.contact-code.text':
    '{code} is your code to verify this address. It’s valid for 10 minutes and can be used once.\n\nDon’t share it with anyone. We’ll never ask for it by phone or chat. If you didn’t request it, you can ignore this message: no one can use your address without the code.',
  'mail.contact-code.short':
    'Quayside: {code} is your code to verify this number. Valid for 10 minutes. Do not share it with anyone.',
  'mail.contact-taken.text':
    'Quayside: someone tried to add this phone number or email to another account. Nothing was changed. If this was you, log in with it instead.',
  'mail.contact-taken.short':
    'Quayside: someone tried to add this phone number or email to another account. Nothing was changed. If this was you, log in with it.',
  'mail.contact-changed.subject': 'Quayside: your phone number or email was changed',
  'mail.contact-changed.text':
    'On {at}, {former} was replaced with {present} on your account. For your security, withdrawals are paused until {until}. If this was you, no action is needed.\n\nIf it wasn’t you, act before then: log in, change your login password, cancel any withdrawals you don’t recognize and contact customer service immediately.',
  'mail.contact-changed.short':
    'Quayside: the phone number or email of your account was changed. Not you? Change your login password and contact customer service.',
  'mail.login-code.subject': 'Quayside: your code to reset your login password',
  'mail.login-code.text':
    '{code} is your code to reset your login password. It’s valid for 10 minutes and can be used once.\n\nDon’t share it with anyone. We’ll never ask for it by phone or chat. If you didn’t request it, you can ignore this message: no one can set a new password without the code.',
  'mail.login-code.short':
    'Quayside: {code} is your code to reset your login password. Valid for 10 minutes. Do not share it with anyone.',
  'mail.login-changed.subject': 'Quayside: your login password was changed',
  'mail.login-changed.text':
    'Your login password was changed on {at}, and other devices were logged out. If this was you, no action is needed.\n\nIf it wasn’t you, choose “Forgot Password” on the login page and set a new one. Cancel any withdrawals you don’t recognize and contact customer service immediately.',
  'mail.login-changed.short':
    'Quayside: your login password was changed. Not you? Choose Forgot Password on the login page and contact customer service.',
  'mail.login-reset.text':
    'Your login password was reset on {at}, and all devices were logged out. For your security, withdrawals are paused until {until}. Your payment password hasn’t changed. If this was you, no action is needed.\n\nIf it wasn’t you, act before then: choose “Forgot Password” on the login page and set a new one. Cancel any withdrawals you don’t recognize and contact customer service immediately.',
  'mail.login-keys': 'These API keys of your shop still work. Revoke any you don’t recognize under “API and webhooks”:',
  'mail.order-page': 'Your order page',
  'mail.order-keep': 'Anyone with this link can open your order page. Don’t share it.',
  'mail.order-links.subject': 'Your orders on Quayside',
  'mail.order-links.text': 'You asked for links to your orders. If this wasn’t you, you can ignore this email.',
  'mail.account-join.subject': 'Quayside: create your account',
  'mail.account-join.text':
    'You asked for an account on Quayside. Choose your password here:\n{url}\n\nThe link works once, until {until}. If it wasn’t you, you can ignore this email: without the link, no account is created.',
  'mail.account-password.subject': 'Quayside: your link to a new password',
  'mail.account-password.text':
    'You asked for a link to your Quayside account. Use it to choose a new password:\n{url}\n\nThe link works once, until {until}. If you know your password, you can log in with it instead. If it wasn’t you, you can ignore this email: nothing changes without the link.',
  'mail.account-changed.subject': 'Quayside: your password was changed',
  'mail.account-changed.text':
    'The password of your account was changed on {at}, and all devices were logged out. If this was you, no action is needed.\n\nIf it wasn’t you, someone can read your mail: change the password of your mailbox first, then choose “Forgot your password?” on the login page.',
  'mail.account-email.subject': 'Quayside: confirm your new email address',
  'mail.account-email.text':
    'You asked to use this address for your Quayside account. Confirm it here:\n{url}\n\nThe link works once, until {until}. If it wasn’t you, you can ignore this email: nothing changes without the link.',
  'mail.account-email-changed.subject': 'Quayside: the email address of your account was changed',
  'mail.account-email-changed.text':
    'On {at}, your account was moved from this email address to another one. If this was you, no action is needed.\n\nIf it wasn’t you, someone knows your password: write to customer service right away, from the page of one of your orders.',
  'mail.report.subject': 'Quayside: your report {code}',
  'mail.report-upheld.text': 'Thanks for your report about “{name}” ({code}). We reviewed it and took action.',
  'mail.report-dismissed.text':
    'You reported something about “{name}” (number {code}). We checked it and found no reason to act.',
}
