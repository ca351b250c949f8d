/** Every kind of act that a second person signs, by module. */
import { actKindsByName } from '../modules/staff/acts/sign-act.ts'
import { adjustmentAct } from '../modules/money/adjustments/decide-adjustment.ts'
import { couponAct } from '../modules/selling/coupons/create-coupon.ts'
import { accountAct } from '../modules/money/deposits/transfers/payment-account.ts'
import { depositAct } from '../modules/money/deposits/transfers/decide-transfer.ts'
import { pixAct } from '../modules/money/payments/confirm-pix.ts'
import { refundWayAct } from '../modules/money/payments/refund-way.ts'
import { grantAct } from '../modules/people/identity/operators/operator-desks.ts'
import { carrierSecretAct } from '../modules/shop/integrations/carrier-access.ts'
import { erasureAct } from '../modules/people/privacy/handle-request.ts'
import { refundAct } from '../modules/selling/refunds/answer-refund.ts'
import { settingAct } from '../modules/staff/business-settings/change-setting.ts'
import { closingAct } from '../modules/shop/shops/close-shop.ts'
import { restrictionAct } from '../modules/shop/shops/restrict-shop.ts'
import { movementAct, reversalAct } from '../modules/money/treasury/decide-movement.ts'
import { assignAct, returnAct } from '../modules/money/unidentified/decide-money.ts'
import { chainEndAct } from '../modules/money/withdrawals/payouts/end-chain-payout.ts'
import { withdrawalAct } from '../modules/money/withdrawals/desk/decide-withdrawal.ts'
import { payoutConfirmAct, payoutReturnAct } from '../modules/money/withdrawals/payouts/prove-payout.ts'

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
