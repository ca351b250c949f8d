export default {
  'entry.title': 'Your shop, run from your phone',
  'entry.text':
    'Stock a shop from our distribution center, pick up paid orders, and check every cent in your own books.',
  'entry.code': 'Invitation code',
  'entry.code.hint': 'Only internal invitations are currently supported.',
  'register.need.invitation': 'Please enter the invitation code',
  'entry.check': 'Use this code',
  'entry.have-account': 'Already registered? Log in',
  'entry.promise': 'Nobody has to deposit to sell.',
  'login.title': 'Log in',
  'login.name': 'Phone number or e-mail',
  'login.password': 'Login password',
  'login.submit': 'Log in',
  'login.no-account': 'No account? Click to register',
  'login.forgot': 'Forgot Password',
  'login.show': 'Show password',
  'login.hide': 'Hide password',
}
