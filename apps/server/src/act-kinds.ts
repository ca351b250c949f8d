/** Every kind of act that a second person signs, by module. */
import { actKindsByName } from './modules/acts/sign-act.ts'
import { adjustmentAct } from './modules/adjustments/decide-adjustment.ts'
import { couponAct } from './modules/coupons/create-coupon.ts'
import { accountAct } from './modules/deposits/payment-account.ts'
import { depositAct } from './modules/deposits/review-transfer.ts'
import { pixAct } from './modules/payments/confirm-pix.ts'
import { refundWayAct } from './modules/payments/refund-way.ts'
import { grantAct } from './modules/identity/operator-desks.ts'
import { carrierSecretAct } from './modules/integrations/carrier-access.ts'
import { erasureAct } from './modules/privacy/handle-request.ts'
import { refundAct } from './modules/refunds/answer-refund.ts'
import { settingAct } from './modules/settings/change-setting.ts'
import { closingAct } from './modules/shops/close-shop.ts'
import { restrictionAct } from './modules/shops/restrict-shop.ts'
import { movementAct, reversalAct } from './modules/treasury/decide-movement.ts'
import { assignAct, returnAct } from './modules/unidentified/decide-money.ts'
import { chainEndAct } from './modules/withdrawals/end-chain-payout.ts'
import { withdrawalAct } from './modules/withdrawals/decide-withdrawal.ts'
import { payoutConfirmAct, payoutReturnAct } from './modules/withdrawals/prove-payout.ts'

export const actKinds = actKindsByName([
  accountAct,
  adjustmentAct,
  assignAct,
  carrierSecretAct,
  chainEndAct,
  closingAct,
  couponAct,
  depositAct,
  erasureAct,
  grantAct,
  movementAct,
  payoutConfirmAct,
  payoutReturnAct,
  pixAct,
  refundAct,
  refundWayAct,
  restrictionAct,
  returnAct,
  reversalAct,
  settingAct,
  withdrawalAct,
])
