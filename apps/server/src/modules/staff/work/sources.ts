import { workDesks, type OperatorRole, type WorkKind } from '@quayside/contract'
import type { WorkSource } from '../../../domain/work-source.ts'
import { financeActWork, ownerActWork, reviewActWork } from '../acts/work-store.ts'
import { adjustmentWork } from '../../money/adjustments/work-store.ts'
import { rechargeWork } from '../../money/deposits/work-store.ts'
import { registrationWork } from '../../people/identity/work-store.ts'
import { announcementWork } from '../../people/messages/work-store.ts'
import { alertWork } from '../monitoring/work-store.ts'
import { privacyWork } from '../../people/privacy/work-store.ts'
import { screeningWork } from '../../people/screening/work-store.ts'
import { reportWork } from '../../selling/reports/work-store.ts'
import { reviewWork } from '../../selling/reviews/work-store.ts'
import { conversationWork } from '../../people/support/work-store.ts'
import { disputeWork, processorEventWork, refundPaymentWork } from '../../money/payments/work-store.ts'
import { refundWork } from '../../selling/refunds/work-store.ts'
import { appealWork, payoutWork, withdrawalWork } from '../../money/withdrawals/work-store.ts'
import { deliveryWork, shipmentWork } from '../../selling/orders/work-store.ts'
import { treasuryWork } from '../../money/treasury/work-store.ts'
import { unidentifiedWork } from '../../money/unidentified/work-store.ts'

/** The source of each kind of work. A kind without a source does not compile. */
export const workSources = {
  registration: registrationWork,
  withdrawal: withdrawalWork,
  payout: payoutWork,
  conversation: conversationWork,
  review: reviewWork,
  report: reportWork,
  screening: screeningWork,
  'privacy-request': privacyWork,
  announcement: announcementWork,
  appeal: appealWork,
  refund: refundWork,
  'refund-payment': refundPaymentWork,
  dispute: disputeWork,
  shipment: shipmentWork,
  delivery: deliveryWork,
  recharge: rechargeWork,
  'unidentified-money': unidentifiedWork,
  'treasury-movement': treasuryWork,
  adjustment: adjustmentWork,
  'act-finance': financeActWork,
  'act-review': reviewActWork,
  'act-owner': ownerActWork,
  alert: alertWork,
  'processor-event': processorEventWork,
} satisfies Record<WorkKind, WorkSource>

export const sourceOf = (kind: WorkKind): WorkSource => workSources[kind]

/** The kinds that an operator does, or only reads as an auditor. */
export const kindsOf = (roles: readonly OperatorRole[]): WorkKind[] =>
  (Object.entries(workDesks) as [WorkKind, readonly OperatorRole[]][])
    .filter(([, desks]) => roles.includes('auditor') || desks.some((desk) => roles.includes(desk)))
    .map(([kind]) => kind)

export const mayDo = (kind: WorkKind, roles: readonly OperatorRole[]): boolean =>
  (workDesks[kind] as readonly OperatorRole[]).some((desk) => roles.includes(desk))
