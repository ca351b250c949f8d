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
  'mail.pay-password-disabled.subject': 'Quayside: your payment password is disabled',
  'mail.pay-password-disabled.text':
    'On {at} your payment password was disabled after many wrong attempts. To move money again, open the app, choose “Forgot it?” at the payment password and set a new one.\n\nIf the attempts were not yours, somebody may be logged in to your account: change your login password and tell customer service.',
  'mail.pay-password-disabled.short':
    'Quayside: your payment password was disabled on {at} after many wrong attempts. Set a new one in the app. Not you? Tell customer service.',
  'mail.operator-token.subject': 'Quayside: choose your password as an operator',
  'mail.operator-token.text':
    'You are invited as an operator of Quayside at {url}: {name}.\n\nYour token, good once and until {until}: {token}\n\nChoose a password of your own with it; nobody else knows it, and nobody may ask you for it. Your first log-in asks for an authenticator app. If you did not expect this, do nothing.',
  'mail.operator-news.subject': 'Quayside: a change among the operators',
  'mail.operator-invitation.text':
    '{by} invited an operator: {name}, {email}. Desks: {desks}.\n\nAnother owner has to confirm it. If it should not be, revoke the invitation.',
  'mail.operator-admitted.text':
    'A new operator chose a password: {name}, {email}. Desks: {desks}.\n\nIf it should not be, deactivate this operator at once.',
  'mail.operator-readmitted.text':
    'An operator was let in anew with another password: {name}, {email}. Desks: {desks}.\n\nIf it should not be, deactivate this operator at once.',
  'mail.operator-granted.text':
    '{by} gave a desk to {name}, {email}. Desk: {desks}.\n\nIf it should not be, take it away at once.',
  'mail.operator-deactivated.text': '{by} deactivated an operator: {name}, {email}.',
  'mail.messages.subject': 'Quayside: {type}',
  'mail.messages.open': 'Read it in the app: {url}\n\nUnder “Notifications” there you choose what we write to you.',
  'mail.contact-code.subject': 'Quayside: your code for this address',
  'mail.contact-code.text':
    '{code} is your code to verify this address. It is valid for ten minutes and works once.\n\nGive it to nobody: we never ask for it by phone or chat. If you did not ask for it, there is nothing to do: without the code nobody can use your address.',
  'mail.contact-code.short':
    'Quayside: {code} is your code to verify this number, valid for ten minutes. Give it to nobody.',
  'mail.contact-taken.text':
    'Quayside: somebody wanted to use this phone number or e-mail for another account. It stays yours. If it was you, log in with it instead.',
  'mail.contact-changed.subject': 'Quayside: your phone number or e-mail was changed',
  'mail.contact-changed.text':
    'On {at} the contact {former} of your account was replaced by {present}. To protect your money, no withdrawal leaves before {until}. If it was you, there is nothing to do.\n\nIf it was not you: before then, log in, change your login password, take back withdrawals that are not yours, and tell customer service at once.',
  'mail.contact-changed.short':
    'Quayside: {former} of your account was replaced by {present} on {at}. Not you? Change your login password and tell customer service at once.',
  'mail.login-code.subject': 'Quayside: your code for a new login password',
  'mail.login-code.text':
    '{code} is your code for a new login password. It is valid for ten minutes and works once.\n\nGive it to nobody: we never ask for it by phone or chat. If you did not ask for it, there is nothing to do: without the code nobody can set a new password.',
  'mail.login-code.short':
    'Quayside: {code} is your code for a new login password, valid for ten minutes. Give it to nobody.',
  'mail.login-changed.subject': 'Quayside: your login password was changed',
  'mail.login-changed.text':
    'Your login password was changed on {at}, and other devices were logged out. If it was you, there is nothing to do.\n\nIf it was not you: choose “Forgot Password” at the login, set a new one, take back withdrawals that are not yours, and tell customer service at once.',
  'mail.login-changed.short':
    'Quayside: your login password was changed on {at}. Not you? Choose “Forgot Password” at the login and tell customer service at once.',
  'mail.login-reset.text':
    'On {at} a new login password was set with a code, and all devices were logged out. To protect your money, no withdrawal leaves before {until}; your payment password stays as it is. If it was you, there is nothing to do.\n\nIf it was not you: before then, choose “Forgot Password” at the login, set a new one, take back withdrawals that are not yours, and tell customer service at once.',
}
