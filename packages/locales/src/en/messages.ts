export default {
  'messages.title': 'Messages',
  'messages.filter': 'Which messages',
  'messages.unread': 'Unread',
  'messages.read-all': 'Mark all as read',
  'messages.mark-read': 'Mark as read',
  'messages.empty': 'No messages yet',
  'messages.empty.text': 'What happens in your shop is told here.',
  'messages.empty.unread': 'You have read everything',
  'messages.unread-count': '{n, plural, one {# unread message} other {# unread messages}}',
  'messages.type': 'About',
  'messages.type.orders': 'Orders',
  'messages.type.refunds': 'Refunds',
  'messages.type.money': 'Money',
  'messages.type.security': 'Security',
  'messages.type.shop': 'Shop',
  'messages.type.support': 'Customer service',
  'messages.type.announcement': 'Announcements',
  'messages.sender': 'From',
  'messages.sender.system': 'System',
  'messages.sender.support': 'Customer service',
  'messages.sender.announcement': 'Quayside',
  'messages.sent': 'Sent',
  'messages.about': 'What it is about',
  'messages.open': 'Open',
  'messages.choose': 'Notifications',
  'messages.choose.text': 'Every message stands in the app. Choose what else reaches you.',
  'messages.email': 'E-mail',
  'messages.email.none': 'No e-mail is sent at the moment.',
  'messages.push': 'Push',
  'messages.push.text':
    'Notifications on this device, also while the app is closed. On a locked phone you see only what they are about and how many: no names, no amounts.',
  'messages.push.on': 'Turn on for this device',
  'messages.push.off': 'Turn off for this device',
  'messages.push.later': 'You can turn this on once a buyer has paid your first order.',
  'messages.push.denied': 'The browser blocks notifications of this app. Allow them in its settings.',
  'messages.push.unsupported':
    'This browser shows no notifications. On an iPhone, first add the app to the Home Screen.',
  'messages.push.none': 'No notifications are sent at the moment.',
  'messages.push.failed': 'This could not be turned on. Please try again later.',
  'messages.not-you': 'If this was not you, contact customer service at once.',
  'messages.order.paid':
    '{n, plural, =1 {Order {code} is paid and waits for pickup. You earn {amount}.} one {# paid orders wait for pickup. You earn {amount}.} other {# paid orders wait for pickup. You earn {amount}.}}',
  'messages.order.pickup-near':
    '{n, plural, =1 {Order {code} ends in less than 12 hours unless you pick it up.} one {# orders end in less than 12 hours unless you pick them up.} other {# orders end in less than 12 hours unless you pick them up.}}',
  'messages.order.cancelled':
    '{n, plural, =1 {Order {code} was cancelled.} one {# orders were cancelled.} other {# orders were cancelled.}}',
  'messages.order.shipped':
    '{n, plural, =1 {Order {code} has been shipped.} one {# orders have been shipped.} other {# orders have been shipped.}}',
  'messages.order.received':
    '{n, plural, =1 {Order {code} has arrived. {amount} is pending.} one {# orders have arrived. {amount} is pending.} other {# orders have arrived. {amount} is pending.}}',
  'messages.order.completed':
    '{n, plural, =1 {Order {code} is settled. {amount} is in your balance.} one {# orders are settled. {amount} is in your balance.} other {# orders are settled. {amount} is in your balance.}}',
  'messages.order.set-aside':
    'Order {code} is being looked at: its buyer shares a device, card, contact or address with you. Your money moves as usual. It counts in your figures and rating once it is cleared.',
  'messages.order.cleared': 'Order {code} is cleared and counts in your figures and rating.',
  'messages.order.upheld':
    'Order {code} does not count in your figures and rating: we take it for a purchase of your own. Your money is not touched. If that is wrong, contact customer service.',
  'messages.order.disputed':
    'Order {code}: the card’s bank asks for {amount} back. See what you can send and until when.',
  'messages.order.dispute-won': 'Order {code}: the bank decided for you, {amount} is yours again.',
  'messages.order.charged-back': 'Order {code}: the bank gave {amount} back to the holder of the card.',
  'messages.refund.requested':
    'A buyer asks for {amount} back: refund {code}. Without your answer within 48 hours it counts as agreed.',
  'messages.refund.opened':
    'The platform opened refund {code} of {amount} for a settled order. Agree or object within 48 hours; after that another person at the platform decides.',
  'messages.refund.due-soon': 'Refund {code} counts as agreed in less than 12 hours. Answer before then.',
  'messages.refund.withdrawn': 'The buyer took back refund {code}.',
  'messages.refund.approved': 'Refund {code} is granted: {amount} goes back to the buyer.',
  'messages.refund.borne':
    'Refund {code}: {amount} goes back to the buyer, and the platform pays it. It costs you nothing.',
  'messages.refund.declined': 'Refund {code} was declined. The buyer gets nothing back.',
  'messages.deposit.credited':
    '{n, plural, =1 {Recharge {code}: {amount} is in your balance.} one {# recharges: {amount} is in your balance.} other {# recharges: {amount} is in your balance.}}',
  'messages.deposit.set-aside':
    'Recharge {code} of {amount} is below the minimum. It is kept for you and credited together with what follows.',
  'messages.deposit.rejected': 'Recharge {code} was not credited.',
  'messages.deposit.reversed': 'Recharge {code} was taken back: the network undid the transfer of {amount}.',
  'messages.deposit.disputed':
    'Recharge {code}: the card’s bank asks for {amount} back. See what you can send and until when.',
  'messages.deposit.dispute-won': 'Recharge {code}: the bank decided for you, {amount} is yours again.',
  'messages.deposit.charged-back': 'Recharge {code}: the bank gave {amount} back to the holder of the card.',
  'messages.withdrawal.requested':
    'Withdrawal {code} of {amount} was requested. If this was not you, take it back and contact customer service at once.',
  'messages.withdrawal.approved': 'Withdrawal {code} is approved. {amount} will be paid to you.',
  'messages.withdrawal.rejected': 'Withdrawal {code} was not approved. {amount} is back in your balance.',
  'messages.withdrawal.paid': 'Withdrawal {code} is paid: {amount}.',
  'messages.withdrawal.failed': 'Withdrawal {code} could not be paid. {amount} is back in your balance.',
  'messages.withdrawal.returned':
    'The bank has returned withdrawal {code} after it was paid. {amount} is back in your balance.',
  'messages.withdrawal.overdue':
    'Withdrawal {code} of {amount} is later than promised. That is our fault; your money is held safely.',
  'messages.withdrawal.unsent':
    'Withdrawal {code} was approved, and we did not pay it in time. That is our fault. {amount} is back in your balance.',
  'messages.withdrawal.escalated':
    'Withdrawal {code} of {amount} was sent, and the proof of payment is still missing. We are looking into it; your money is paid, or all of it comes back.',
  'messages.destination.added': 'A new place for withdrawals was saved, ending in {ending}.',
  'messages.payment-password.set': 'A payment password was set.',
  'messages.payment-password.changed': 'Your payment password was changed.',
  'messages.payment-password.reset': 'A new payment password was set with your login password and a code.',
  'messages.payment-password.disabled': 'Your payment password was disabled after many wrong attempts. Set a new one.',
  'messages.login-password.changed': 'Your login password was changed.',
  'messages.login-password.reset': 'A new login password was set with a code.',
  'messages.contact.changed': 'Your phone number or e-mail was changed.',
  'messages.login.new-device': 'Somebody logged in to your account on a new device.',
  'messages.registration.verified': 'Your shop is verified. You can sell, recharge and withdraw.',
  'messages.registration.more-information': 'We need more from you to verify your shop.',
  'messages.shop.closed': 'Your shop was closed.',
  'messages.shop.closing': 'The closing of your shop was announced. The home screen says from when.',
  'messages.shop.opened': 'Your shop is open again.',
  'messages.listing.at-loss':
    '{n, plural, =1 {{name} was taken off the shelf: it would sell at a loss.} one {# products were taken off the shelf: they would sell at a loss.} other {# products were taken off the shelf: they would sell at a loss.}}',
  'messages.listing.withdrawn':
    '{n, plural, =1 {{name} was taken off the shelf: the supplier no longer sells it.} one {# products were taken off the shelf: their suppliers no longer sell them.} other {# products were taken off the shelf: their suppliers no longer sell them.}}',
  'messages.listing.supplier-changed':
    '{n, plural, =1 {The supplier changed the price or stock of {name}.} one {Suppliers changed the price or stock of # products.} other {Suppliers changed the price or stock of # products.}}',
  'messages.support.answered':
    '{n, plural, =1 {Customer service answered you.} one {Customer service sent you # answers.} other {Customer service sent you # answers.}}',
}
