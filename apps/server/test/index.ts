/**
 * The exports for tests outside the server: builders, the test server, and a few internals that e2e tests check.
 * `e2e` imports the server only through this file.
 */
export { openApp } from '../src/composition/app.ts'
export { watchChain } from '../src/modules/money/deposits/chain/watch-chain.ts'
export { matchPix } from '../src/modules/money/payments/match-pix.ts'
export { pollChainPayouts } from '../src/modules/money/withdrawals/payouts/chain-payout.ts'
export { verifyPaymentPassword } from '../src/modules/people/identity/confirmation/payment-password.ts'
export { freePort } from '../src/platform/database/free-port.ts'
export { newId } from '../src/platform/database/ids.ts'
export { sql, withTransaction } from '../src/platform/database/postgres.ts'
export { notifyOperators } from '../src/platform/events/events.ts'
export type { Refusal } from '../src/platform/refusal.ts'
export { workerRemoval } from '../src/platform/http/worker-removal.ts'
export { failTestRefund } from '../src/providers/test-processor.ts'
export type { Settings } from '../src/settings.ts'
export {
  aBankLine,
  aDestination,
  aBuyer,
  aMerchant,
  aRefundPicture,
  aRegistrationPicture,
  aShopPicture,
  aSigner,
  aStockedShop,
  anOperator,
  approveByTwo,
  creditTransfer,
  mustSign,
  openActOf,
  type Signer,
  anOperatorWithPassword,
  anOrder,
  bankAccount,
  cardNumber,
  changeSupply,
  closeShopNow,
  confirmPix,
  creditMerchant,
  disputeWebhook,
  loginPassword,
  mailsToBuyer,
  paymentPassword,
  pickUp,
  reportDelivery,
  placeTestOrder,
  referenceOf,
  sendWebhook,
  signs,
  someProducts,
  withdraw,
  type TestMerchant,
  type TestOrder,
  type TestShop,
} from './builders.ts'
export { freshDatabase } from './database.ts'
export { paperChain, paperNetwork } from './fake-chain.ts'
export { startFakeStripe, type FakeStripe } from './fake-stripe.ts'
export { uploadImport } from './import-files.ts'
export { firstOperator, injected, testSettings, type TestServer } from './server.ts'
export {
  createChainClient,
  depositXpub,
  findAnvil,
  localChainId,
  startAnvil,
  transferData,
} from './chain/local-chain.ts'
