export default {
  'messages.title': 'Messages',
  'messages.filter': 'Filter messages',
  'messages.unread': 'Unread',
  'messages.read-all': 'Mark all as read',
  'messages.empty': 'No messages yet',
  'messages.empty.text': 'Updates about your shop will appear here.',
  'messages.empty.unread': 'You’re all caught up',
  'messages.unread-count': '{n, plural, one {# unread message} other {# unread messages}}',
  'messages.type.orders': 'Orders',
  'messages.type.buyers': 'Buyers',
  'messages.type.refunds': 'Refunds',
  'messages.type.money': 'Money',
  'messages.type.security': 'Security',
  'messages.type.shop': 'Shop',
  'messages.type.support': 'Customer service',
  'messages.type.announcement': 'Announcements',
  'messages.sender.system': 'System',
  'messages.sender.support': 'Customer service',
  'messages.sender.announcement': 'Quayside',
  'messages.about': 'Related to',
  'messages.open': 'Open',
  'messages.choose': 'Notifications',
  'messages.email': 'Email',
  'messages.email.none': 'Email notifications are currently unavailable.',
  'messages.push': 'Push',
  'messages.push.text':
    'Get notifications on this device, even when the app is closed. A locked phone shows only the topic and the number, never names or amounts.',
  'messages.push.on': 'Turn on',
  'messages.push.off': 'Turn off',
  'messages.push.later': 'You can turn this on once a buyer has paid for your first order.',
  'messages.push.denied': 'Your browser is blocking notifications. Allow them for Quayside in its settings.',
  'messages.push.unsupported':
    'This browser doesn’t support notifications. On an iPhone, add the app to your Home Screen first.',
  'messages.push.none': 'Notifications are currently unavailable.',
  'messages.push.failed': 'Couldn’t turn on notifications. Please try again later.',
  'messages.not-you': 'If this wasn’t you, contact customer service immediately.',
  'messages.order.paid':
    '{n, plural, =1 {Order {code} is paid and awaiting pickup. Your profit: {amount}.} one {# paid order is awaiting pickup. Your profit: {amount}.} other {# paid orders are awaiting pickup. Your profit: {amount}.}}',
  'messages.order.pickup-near':
    '{n, plural, =1 {Order {code} will be cancelled in less than 12 hours unless you pick it up.} one {# order will be cancelled in less than 12 hours unless you pick it up.} other {# orders will be cancelled in less than 12 hours unless you pick them up.}}',
  'messages.order.cancelled':
    '{n, plural, =1 {Order {code} was cancelled.} one {# order was cancelled.} other {# orders were cancelled.}}',
  'messages.order.shipped':
    '{n, plural, =1 {Order {code} has been shipped.} one {# order has been shipped.} other {# orders have been shipped.}}',
  'messages.order.ship-undone':
    '{n, plural, =1 {The shipment of order {code} was undone. It will be shipped again.} one {The shipment of # order was undone. It will be shipped again.} other {The shipments of # orders were undone. They will be shipped again.}}',
  'messages.order.received':
    '{n, plural, =1 {Order {code} has been delivered. {amount} is pending.} one {# order has been delivered. {amount} is pending.} other {# orders have been delivered. {amount} is pending.}}',
  'messages.order.completed':
    '{n, plural, =1 {Order {code} is settled. {amount} is in your balance.} one {# order is settled. {amount} is in your balance.} other {# orders are settled. {amount} is in your balance.}}',
  'messages.order.set-aside':
    'We’re reviewing order {code} because its buyer shares a device, card, contact or address with you. Your money isn’t affected. The order will count in your figures and rating once it’s cleared.',
  'messages.order.cleared': 'Order {code} was cleared and now counts in your figures and rating.',
  'messages.order.upheld':
    'Order {code} doesn’t count in your figures and rating because we consider it a purchase of your own. Your money isn’t affected. If this is wrong, contact customer service.',
  'messages.order.disputed':
    'Order {code}: the card issuer is disputing {amount}. See what evidence to send and by when.',
  'messages.order.dispute-won': 'Order {code}: the bank decided in your favor. {amount} is available again.',
  'messages.order.charged-back': 'Order {code}: the bank returned {amount} to the cardholder.',
  'messages.order-talk.asked': 'The buyer of order {code} wrote to you.',
  'messages.order-talk.taken': 'Order {code}: customer service has taken over your conversation with the buyer.',
  'messages.refund.requested':
    'A buyer requested a refund of {amount} ({code}). Respond by {date} or it will be accepted automatically.',
  'messages.refund.opened':
    'We opened refund {code} of {amount} for a settled order. Accept or contest it by {date}; after that, someone else at Quayside will decide.',
  'messages.refund.due-soon':
    'Refund {code} will be accepted automatically in less than 12 hours. Respond before then.',
  'messages.refund.withdrawn': 'The buyer withdrew refund request {code}.',
  'messages.refund.approved': 'Refund {code} was approved. {amount} will be returned to the buyer.',
  'messages.refund.borne': 'Refund {code}: we’ll return {amount} to the buyer, at no cost to you.',
  'messages.refund.declined': 'Refund {code} was declined. The buyer won’t be refunded.',
  'messages.deposit.credited':
    '{n, plural, =1 {Recharge {code}: {amount} is in your balance.} one {# recharge: {amount} is in your balance.} other {# recharges: {amount} is in your balance.}}',
  'messages.deposit.set-aside':
    'Recharge {code} of {amount} is below the minimum. We’ll hold it and credit it together with your next recharge.',
  'messages.deposit.rejected': 'Recharge {code} was rejected.',
  'messages.deposit.reversed': 'Recharge {code} was reversed because the network rolled back the {amount} transfer.',
  'messages.deposit.disputed':
    'Recharge {code}: the card issuer is disputing {amount}. See what evidence to send and by when.',
  'messages.deposit.dispute-won': 'Recharge {code}: the bank decided in your favor. {amount} is available again.',
  'messages.deposit.charged-back': 'Recharge {code}: the bank returned {amount} to the cardholder.',
  'messages.withdrawal.requested':
    'Withdrawal {code} of {amount} was requested. If this wasn’t you, cancel it and contact customer service immediately.',
  'messages.withdrawal.approved': 'Withdrawal {code} is approved. {amount} will be paid to you.',
  'messages.withdrawal.rejected': 'Withdrawal {code} was rejected. {amount} is back in your balance.',
  'messages.withdrawal.paid': 'Withdrawal {code} was paid: {amount}.',
  'messages.withdrawal.failed': 'Withdrawal {code} couldn’t be paid. {amount} is back in your balance.',
  'messages.withdrawal.returned':
    'The bank returned withdrawal {code} after it was paid. {amount} is back in your balance.',
  'messages.withdrawal.overdue':
    'Withdrawal {code} of {amount} is overdue. We’re sorry for the delay. Your money is safe.',
  'messages.withdrawal.unsent':
    'Withdrawal {code} was approved, but we didn’t pay it in time. We’re sorry. {amount} is back in your balance.',
  'messages.withdrawal.escalated':
    'Withdrawal {code} of {amount} was sent, but we have no proof of payment yet. We’re looking into it. Your money is safe: it will either arrive or be returned in full.',
  'messages.withdrawal.appeal-granted': 'Withdrawal {code}: your appeal was granted. You can withdraw {amount} again.',
  'messages.withdrawal.appeal-declined': 'Withdrawal {code}: your appeal was declined.',
  'messages.unidentified.assigned': 'We identified a transfer of {amount} as yours. It’s in your balance.',
  'messages.adjustment.goodwill': 'We credited you {amount}. It’s in your balance. Number: {code}',
  'messages.adjustment.corrected': 'We corrected an earlier entry: {amount} was deducted. Number: {code}',
  'messages.adjustment.written-off': 'We cancelled {amount} that you owed. Number: {code}',
  'messages.destination.added': 'A new withdrawal destination ending in {ending} was saved.',
  'messages.payment-password.set': 'A payment password was set.',
  'messages.payment-password.changed': 'Your payment password was changed.',
  'messages.payment-password.reset': 'Your payment password was reset.',
  'messages.payment-password.disabled':
    'Your payment password was disabled after too many incorrect attempts. Set a new one.',
  'messages.passkey.added': 'A passkey was added: {name}. It can confirm payments and withdrawals.',
  'messages.passkey.removed': 'A passkey was removed: {name}.',
  'messages.login-password.changed': 'Your login password was changed.',
  'messages.login-password.reset': 'Your login password was reset.',
  'messages.contact.changed': 'Your phone number or email was changed.',
  'messages.login.new-device': 'New login to your account from a new device.',
  'messages.registration.verified': 'Your shop is verified. You can sell, recharge and withdraw.',
  'messages.registration.more-information': 'We need more information to verify your shop.',
  'messages.registration.rejected': 'Your registration was rejected. You can see why and appeal.',
  'messages.registration.overdue':
    'The review of your registration is overdue. We’re sorry for the delay. No action is needed.',
  'messages.shop.closed': 'Your shop was closed.',
  'messages.shop.closing': 'Your shop is scheduled to close. See Home for the date.',
  'messages.shop.opened': 'Your shop is open again.',
  'messages.shop.restricted-sell':
    'From {date}, buyers can’t place new orders in your shop. Withdrawals stay available.',
  'messages.shop.restricted-pick-up': 'From {date}, you can’t pick up orders. Withdrawals stay available.',
  'messages.shop.restricted-list':
    'From {date}, you can’t add products or put them on shelf. Withdrawals stay available.',
  'messages.shop.restriction-lifted': 'A restriction on your shop was lifted.',
  'messages.listing.at-loss':
    '{n, plural, =1 {{name} was taken off shelf because it would sell at a loss.} one {# product was taken off shelf because it would sell at a loss.} other {# products were taken off shelf because they would sell at a loss.}}',
  'messages.listing.withdrawn':
    '{n, plural, =1 {{name} was taken off shelf because the supplier no longer offers it.} one {# product was taken off shelf because its supplier no longer offers it.} other {# products were taken off shelf because their suppliers no longer offer them.}}',
  'messages.listing.supplier-changed':
    '{n, plural, =1 {The supplier changed the price or stock of {name}.} one {A supplier changed the price or stock of # product.} other {Suppliers changed the price or stock of # products.}}',
  'messages.setting.changed':
    'On {date}, the {name} changes from {before} to {value}. Anything you started before then keeps its current terms.',
  'messages.setting.name.commission': 'commission',
  'messages.setting.name.withdrawal-fee.bank': 'fee for withdrawals to a bank',
  'messages.setting.name.withdrawal-fee.chain': 'fee for withdrawals to a blockchain address',
  'messages.setting.name.card-hold': 'time until a card recharge can be withdrawn',
  'messages.setting.name.order.pickup-window': 'time to pick up an order',
  'messages.setting.name.order.shipping-window': 'time we have to ship',
  'messages.setting.name.order.protection-window': 'time until profit from a received order is available',
  'messages.setting.name.refund.answer-window': 'time to respond to a refund request',
  'messages.setting.name.refund.decision-window': 'time we have to decide on a refund',
  'messages.privacy.copy-ready': 'The copy of your data is ready to download.',
  'messages.privacy.refused': 'Your request about your data was declined.',
  'messages.support.answered':
    '{n, plural, =1 {Customer service replied to you.} one {Customer service sent you # reply.} other {Customer service sent you # replies.}}',
  'messages.new': '{n, plural, one {# new message} other {# new messages}}',
  'messages.all': 'All',
}
