/** Faults in the signed reports of carriers. */
import { fault, schemaOf, type Fault } from './fault.ts'

const receiving = 'apps/server/src/modules/selling/orders/fulfilment/receive-carrier-event.ts'
const signature = 'apps/server/src/platform/security/signature.ts'
const carrierTests = ['apps/server/src/modules/selling/orders/fulfilment/carriers.test.ts']
const integrations = 'apps/server/src/modules/shop/integrations'
const accessTests = [`${integrations}/carrier-access.test.ts`]
const settingsTests = ['apps/server/src/settings.test.ts']

export const carrierFaults: Fault[] = [
  fault(
    'a carrier’s call counts whatever its age',
    signature,
    `Math.abs(now.getTime() / 1000 - at) <= tolerance`,
    `Math.abs(now.getTime() / 1000 - at) >= 0`,
    carrierTests,
  ),
  fault(
    'a carrier speaks of another carrier’s parcels',
    'apps/server/src/modules/selling/orders/fulfilment/carrier-store.ts',
    'sql`carrier_key(${sql.ref(carrier)}) = carrier_key(${name}) and',
    'sql`${sql.ref(carrier)} is not null and ${name}::text is not null and',
    carrierTests,
  ),
  fault(
    'a delivery from before the shipment receives the order',
    schemaOf('orders'),
    `where carrier_key(x.carrier) = carrier_key(p.carrier) and tracking_key(x.tracking_number) = tracking_key(p.tracking_number)`,
    `where false`,
    carrierTests,
  ),
  fault(
    'an order is received before its last parcel',
    schemaOf('orders'),
    `and not exists (select from parcel p where p.shop_id = o.shop_id and p.order_id = o.id and not parcel_delivered(p))`,
    `and o.id is not null`,
    ['apps/server/src/modules/selling/orders/parcels.test.ts'],
  ),
  fault(
    'an event of a carrier counts each time that it comes',
    receiving,
    `if (!(await insertCarrierEvent(tx, event))) return 'known'`,
    `await insertCarrierEvent(tx, event)`,
    carrierTests,
  ),
  fault(
    'an event misses the shipment that comes at once',
    receiving,
    `  await lockParcel(tx, parcel)\n`,
    `  await lockParcel(tx, { ...parcel, carrier: event.id })\n`,
    carrierTests,
  ),
  fault(
    'operators report deliveries for a carrier that reports itself',
    'apps/server/src/modules/selling/orders/fulfilment/scan-order.ts',
    `    !(await hasReportedDelivery(tx, order, number))`,
    `    (await hasReportedDelivery(tx, order, number))`,
    carrierTests,
  ),
  fault(
    'merchants read links that a carrier writes',
    receiving,
    `return namesPaymentDetails(text) ? null : text`,
    `return namesPaymentDetails('') ? null : text`,
    carrierTests,
  ),
  fault(
    'the database takes any code path for a carrier',
    schemaOf('orders'),
    `if new.source = 'carrier' and not exists (`,
    `if new.source = 'nobody' and not exists (`,
    carrierTests,
  ),
  fault(
    'the books take a receipt in the name of a carrier that said nothing',
    schemaOf('ledger', 'schema-events'),
    `where (b.actor not like 'carrier:%' or exists (`,
    `where (true or exists (`,
    carrierTests,
  ),
  fault(
    'any signature is a carrier’s',
    'apps/server/src/platform/security/signed-webhook.ts',
    `head.signatures.find((signature) => timingSafeEqual(mac, signature))`,
    `head.signatures.find((signature) => mac.length === signature.length)`,
    accessTests,
  ),
  fault(
    'a recorded call of a carrier counts at any time',
    `${integrations}/carrier-calls.ts`,
    `    if (!isFresh(Number(head.timestamp), now)) return 'age'\n`,
    ``,
    accessTests,
  ),
  fault(
    'a carrier’s secret verifies after its end',
    `${integrations}/carrier-calls.ts`,
    `    if (secret.ends_at && secret.ends_at <= now) return 'secret-ended'\n`,
    ``,
    accessTests,
  ),
  fault(
    'a carrier’s secret verifies before its second signature',
    `${integrations}/carrier-access-store.ts`,
    `and signed_at is not null and sealed is not null\n`,
    `and sealed is not null\n`,
    accessTests,
  ),
  fault(
    'a rotation ends a carrier’s former secret at once',
    `${integrations}/carrier-access.ts`,
    `addTime(act.now, carrierRotationWindow)`,
    `act.now`,
    accessTests,
  ),
  fault(
    'a carrier’s message is accepted twice',
    schemaOf('integrations'),
    `create unique index carrier_call_once`,
    `create index carrier_call_once`,
    accessTests,
  ),
  fault(
    'a carrier’s message comes again with another body',
    `${integrations}/carrier-calls.ts`,
    `if (!before?.digest?.equals(call.digest)) return 'id-reused'`,
    `if (!before) return 'id-reused'`,
    accessTests,
  ),
  fault(
    'a revoked key of a carrier goes on working',
    `${integrations}/carrier-access-store.ts`,
    `(k.revoked_at is null and k.expires_at > \${now}) as counts`,
    `(k.expires_at > \${now}) as counts`,
    accessTests,
  ),
  fault(
    'a key of a carrier never expires',
    `${integrations}/carrier-access-store.ts`,
    `(k.revoked_at is null and k.expires_at > \${now}) as counts`,
    `(k.revoked_at is null and k.created_at < \${now}) as counts`,
    accessTests,
  ),
  fault(
    'a key of a carrier has every scope',
    'apps/server/src/platform/security/authorize.ts',
    `  if (actor.who === 'carrier' && !allows(actor.key, scope)) refuse('request/forbidden')\n`,
    ``,
    accessTests,
  ),
  fault(
    'the database takes a delivery that nobody signed',
    schemaOf('orders'),
    `and message_id is null
    and not delivered) end)`,
    `and message_id is null) end)`,
    accessTests,
  ),
  fault(
    'the database lets one owner give a carrier a secret',
    schemaOf('integrations'),
    `  constraint carrier_secret_two_people check (signed_by <> proposed_by),\n`,
    ``,
    accessTests,
  ),
  fault(
    'the database takes a secret that no act names',
    schemaOf('integrations'),
    `create trigger carrier_secret_signers_with_act after insert or update of signed_by on carrier_secret for each row
  execute function check_signed_act('carrier_id', 'signed_by', 'proposed_by', '', 'carrier.secret');`,
    ``,
    accessTests,
  ),
  fault(
    'the end of a carrier’s secret is put off',
    schemaOf('integrations'),
    `(new.ends_at is null or new.ends_at > old.ends_at)`,
    `new.ends_at is null`,
    accessTests,
  ),
  fault(
    'calls in a carrier’s name fill its log',
    `${integrations}/carrier-calls.ts`,
    `  if (!refusals.count(() => carrierId, at.getTime())!.allowed) return\n`,
    ``,
    accessTests,
  ),
  fault(
    'production starts with a guessable carrier secret',
    'apps/server/src/settings-rules.ts',
    `isGuessable(secret, '') && `,
    `false && `,
    settingsTests,
  ),
]
