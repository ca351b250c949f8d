/** Faults of the work queue, of the review of registrations and of restrictions. */
import { fault, schemaOf, type Fault } from './fault.ts'

const workTests = ['apps/server/src/modules/staff/work/work.test.ts']
const registrationTests = ['apps/server/src/modules/people/identity/registrations/registration-review.test.ts']
const shopTests = ['apps/server/src/modules/staff/shop-admin/shop-admin.test.ts']

export const reviewFaults: Fault[] = [
  fault(
    'a second operator takes over a claim that has not ended',
    'apps/server/src/platform/http/work-claim.ts',
    `      where c.operator_id = excluded.operator_id or c.until <= \${now}\n`,
    ``,
    workTests,
  ),
  fault(
    'an item out of order is claimed without a reason',
    'apps/server/src/modules/staff/work/claim-work.ts',
    `      refuse('work/out-of-order')\n`,
    ``,
    workTests,
  ),
  fault(
    'an item is put off past its deadline',
    'apps/server/src/modules/staff/work/claim-work.ts',
    `  if (until <= now || until > item.due_at) refuse('work/snooze-limit')\n`,
    `  if (until <= now) refuse('work/snooze-limit')\n`,
    workTests,
  ),
  fault(
    'a document is shown without a reason',
    'apps/server/src/modules/people/identity/registrations/view-document.ts',
    `  if (!access) return refuse('registration/reason-missing')\n`,
    `  if (!access) return refuse('file/not-found')\n`,
    registrationTests,
  ),
  fault(
    'whoever rejected a registration decides about the appeal',
    'apps/server/src/modules/people/identity/registrations/decide-registration.ts',
    `  if (mustAbstain(row, operatorId)) refuse('operator/second-person')\n`,
    ``,
    registrationTests,
  ),
  fault(
    'a restriction stops no sale',
    'apps/server/src/modules/selling/orders/placing/place-order.ts',
    `  await requireUnrestricted(tx, shop.id, 'sell', now)\n`,
    ``,
    shopTests,
  ),
  fault(
    'an order of a blocked buyer is taken',
    'apps/server/src/modules/selling/orders/placing/place-order.ts',
    `  await requireUnblocked(tx, keys.lookup, { id: buyerId, email: shop.buyer_email }, now)\n`,
    ``,
    ['apps/server/src/modules/people/buyer-records/buyer-records.test.ts'],
  ),
  fault(
    'a hit of a sanctions list stops no payout',
    schemaOf('withdrawals'),
    `  perform assert_screened(new.shop_id, new.destination_id);\n`,
    ``,
    ['apps/server/src/modules/people/screening/screening.test.ts'],
  ),
]
