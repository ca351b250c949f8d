export default {
  'mail.pay-password-code.subject': 'Quayside: your code for a new payment password',
  'mail.pay-password-code.text':
    '{code} is your code for a new payment password. It is valid for ten minutes and works once.\n\nGive it to nobody: we never ask for it by phone or chat. If you did not ask for it, somebody may be using your account: do not pass the code on, and tell customer service.',
  'mail.pay-password-code.short':
    'Quayside: {code} is your code for a new payment password, valid for ten minutes. Give it to nobody.',
  'mail.pay-password-changed.subject': 'Quayside: your payment password was changed',
  'mail.pay-password-changed.text':
    'Your payment password was changed on {at}. If it was you, there is nothing to do.\n\nIf it was not you: open the app, choose “Forgot it?” at the payment password and set a new one, take back withdrawals that are not yours, and tell customer service at once.',
  'mail.pay-password-reset.text':
    'On {at} a new payment password was set with your login password and a code. To protect your money, no withdrawal leaves before {until}. If it was you, there is nothing to do.\n\nIf it was not you: before then, open the app, choose “Forgot it?” at the payment password and set a new one, take back withdrawals that are not yours, and tell customer service at once.',
  'mail.pay-password-changed.short':
    'Quayside: your payment password was changed on {at}. Not you? Set a new one in the app and tell customer service at once.',
  'mail.messages.subject': 'Quayside: {type}',
  'mail.messages.open': 'Read it in the app: {url}\n\nUnder “Notifications” there you choose what we write to you.',
}
