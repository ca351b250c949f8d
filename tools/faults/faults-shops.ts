/** Faults in deadlines, fulfilment, closing of shops, texts of staff and invitations. */
import { fault, schemaOf, type Fault } from './fault.ts'

const orders = 'apps/server/src/modules/selling/orders'
const staffText = 'packages/contract/src/staff-text.ts'
const staffTextTests = ['packages/contract/src/staff-text.test.ts']
const supportTests = ['apps/server/src/modules/people/support/support.test.ts']
const closingTests = ['apps/server/src/modules/shop/shops/closing.test.ts']
const deadlineTests = ['apps/server/test/deadlines.test.ts']

export const shopFaults: Fault[] = [
  fault(
    'one order that cannot be moved stops its whole batch',
    'apps/server/src/platform/jobs/deadlines.ts',
    `    if (isDatabaseDown(error)) throw error\n    ctx.log.warn(`,
    `    throw error\n    ctx.log.warn(`,
    deadlineTests,
  ),
  fault(
    'a row that failed is not set aside',
    'apps/server/src/platform/jobs/deadlines.ts',
    `      const attempts = await setAside(ctx.db, step.name, row, error, now)`,
    `      const attempts = 0 * (await setAside.length)`,
    deadlineTests,
  ),
  fault(
    'a step that throws ends the job of the others',
    'apps/server/src/composition/worker.ts',
    `          ctx.log.error({ err: error, deadline: name }, 'worker: a deadline failed')`,
    `          throw error`,
    deadlineTests,
  ),
  fault(
    'an order that is never shipped is never cancelled',
    `${orders}/pickup/overdue-store.ts`,
    'sql`status = ${sql.lit(orderStatus.awaitingShipment)} and ship_by <= ${now}`',
    'sql`status = ${sql.lit(orderStatus.awaitingShipment)} and ship_by is null`',
    [`${orders}/orders.test.ts`],
  ),
  fault(
    'look-alike letters get past the filter of staff texts',
    staffText,
    '[...text].map((sign) => lookAlikes[sign.toLowerCase()] ?? sign)',
    '[...text].map((sign) => sign)',
    staffTextTests,
  ),
  fault(
    'spelled-out characters get past the filter of staff texts',
    staffText,
    `    return run.split(gap).join('')`,
    `    return run.split(gap).join(gap)`,
    staffTextTests,
  ),
  fault(
    'digits in words get past the filter of staff texts',
    staffText,
    `(word) => digitWords[word.toLowerCase()] ?? word)`,
    `(word) => word)`,
    staffTextTests,
  ),
  fault(
    'announcements are not filtered like other staff texts',
    'packages/contract/src/messages.ts',
    `text: staffText(3, 4000)`,
    `text: z.string()`,
    staffTextTests,
  ),
  fault(
    'staff may write an account number in two messages',
    'apps/server/src/modules/people/support/support.ts',
    `export const maxJoinedMessages = 5`,
    `export const maxJoinedMessages = 0`,
    supportTests,
  ),
  fault(
    'the database keeps pictures of staff in a chat',
    schemaOf('support'),
    `check (by_party <> 'support' or file_id is null)`,
    `check (true)`,
    supportTests,
  ),
  fault(
    'one person closes a shop at once',
    'apps/server/src/modules/shop/shops/close-shop.ts',
    `  invariant(closing, 'the closing was just inserted')\n`,
    `  invariant(closing, 'the closing was just inserted')\n  if (effectiveAt <= now) await begin(tx, closing, now)\n`,
    closingTests,
  ),
  fault(
    'the database lets one person close a shop twice over',
    schemaOf('shops'),
    `(made_by is not null and confirmed_by <> made_by)`,
    `(made_by is not null)`,
    closingTests,
  ),
  fault(
    'a closed shop still does what is not listed for it',
    'packages/contract/src/closed-shop.ts',
    `readOnly === true || allowedPaths.has(path)`,
    `readOnly === true || allowedPaths.size > 0`,
    closingTests,
  ),
  fault(
    'one operator’s “delivered” starts the earnings',
    schemaOf('orders'),
    `return p.delivery_confirmed_by is not null or exists (`,
    `return p.delivery_said_by is not null or exists (`,
    [`${orders}/fulfilment/scans.test.ts`],
  ),
  fault(
    'the database takes one person for two at a delivery',
    schemaOf('orders'),
    `delivery_two_people check (delivery_confirmed_by is null or (delivery_said_by is not null
    and delivery_confirmed_by <> delivery_said_by)`,
    `delivery_two_people check (delivery_confirmed_by is null or (delivery_said_by is not null)`,
    [`${orders}/fulfilment/scans.test.ts`],
  ),
  fault(
    'a revoked invitation still opens a shop',
    'apps/server/src/modules/people/identity/registrations/register.ts',
    `  if (invitation.revoked_at || invitation.expires_at <= now)`,
    `  if (invitation.expires_at <= now)`,
    ['apps/server/src/modules/people/identity/registrations/invitations.test.ts'],
  ),
  fault(
    'merchants read the names of operators',
    'apps/server/src/modules/people/identity/store.ts',
    `'#' || o.staff_number as operator`,
    `o.name as operator`,
    ['apps/server/src/modules/people/identity/registrations/invitations.test.ts'],
  ),
]
