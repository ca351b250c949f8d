import * as account from './account.ts'
import * as deposits from './deposits.ts'
import type { Endpoint } from './endpoint.ts'
import * as files from './files.ts'
import * as identity from './identity.ts'
import * as integrations from './integrations.ts'
import * as messages from './messages.ts'
import * as orderTalks from './order-talks.ts'
import * as paymentPasskeys from './payment-passkeys.ts'
import * as privacy from './privacy.ts'
import * as support from './support.ts'
import * as withdrawals from './withdrawals.ts'

/**
 * What a merchant with a closed shop may call besides read-only endpoints: everything else is refused with
 * `shop/closed`. The headings are the words of the decision; a new endpoint belongs to none of them until it is
 * listed here.
 */
export const closedShopActs: Record<'logIn' | 'read' | 'withdraw' | 'export' | 'support', readonly Endpoint[]> = {
  // Who has access, and the passwords that log-in and withdrawal ask for.
  logIn: [
    identity.logout,
    account.endSession,
    account.endSessions,
    account.changeLoginPassword,
    account.sendContactCode,
    account.sendNewContactCode,
    account.proveContact,
    integrations.revokeApiKey,
    integrations.deleteWebhook,
  ],
  // Not read-only, because they mark as read, count a view, or choose what reaches a device.
  read: [
    messages.markMessages,
    messages.chooseNotification,
    messages.subscribePush,
    messages.unsubscribePush,
    orderTalks.markOrderTalkRead,
    deposits.voucherPicture,
  ],
  withdraw: [
    identity.setPaymentPassword,
    identity.changePaymentPassword,
    identity.sendPaymentPasswordCode,
    identity.resetPaymentPassword,
    paymentPasskeys.beginPaymentPasskey,
    paymentPasskeys.addPaymentPasskey,
    paymentPasskeys.removePaymentPasskey,
    paymentPasskeys.paymentPasskeyChallenge,
    withdrawals.checkDestination,
    withdrawals.addDestination,
    withdrawals.removeDestination,
    withdrawals.quoteWithdrawal,
    withdrawals.requestWithdrawal,
    withdrawals.cancelWithdrawal,
    withdrawals.appealRejection,
  ],
  // Statements and lists are read-only. The law gives the requests for a copy, a correction and a deletion.
  export: [privacy.askPrivacyRequest, privacy.withdrawPrivacyRequest],
  support: [support.sendToSupport, support.readSupport, support.typingToSupport, support.supportPicture, files.upload],
}

const allowedPaths: ReadonlySet<string> = new Set(
  Object.values(closedShopActs).flatMap((list) => list.map(({ path }) => path)),
)

/** Whether a merchant may call the endpoint while the shop is closed. */
export const worksInClosedShop = ({ path, readOnly }: Pick<Endpoint, 'path' | 'readOnly'>): boolean =>
  readOnly === true || allowedPaths.has(path)
