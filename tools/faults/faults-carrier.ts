/** Faults in the signed reports of carriers. */
import { fault, type Fault } from './fault.ts'

const receiving = 'apps/server/src/modules/orders/receive-carrier-event.ts'
const signature = 'apps/server/src/platform/signature.ts'
const migration = 'apps/server/migrations/2026-11-22-2110-carrier-events.sql'
const carrierTests = ['apps/server/src/modules/orders/carriers.test.ts']
const settingsTests = ['apps/server/src/settings.test.ts']

export const carrierFaults: Fault[] = [
  fault(
    'a carrier’s call counts whatever its age',
    signature,
    `Math.abs(now.getTime() / 1000 - Number(at)) <= tolerance`,
    `Math.abs(now.getTime() / 1000 - Number(at)) >= 0`,
    carrierTests,
  ),
  fault(
    'a carrier speaks of another carrier’s parcels',
    'apps/server/src/modules/orders/carrier-store.ts',
    'sql`carrier_key(${sql.ref(carrier)}) = carrier_key(${name}) and',
    'sql`${sql.ref(carrier)} is not null and ${name}::text is not null and',
    carrierTests,
  ),
  fault(
    'a delivery from before the shipment receives the order',
    receiving,
    ` && order.shipped_at! <= event.at`,
    ``,
    carrierTests,
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
    'apps/server/src/modules/orders/scan-order.ts',
    `if (delivered && order.carrier && findCarrier(`,
    `if (!delivered && order.carrier && !findCarrier(`,
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
    migration,
    `if new.source = 'carrier' and not exists (`,
    `if new.source = 'nobody' and not exists (`,
    carrierTests,
  ),
  fault(
    'the books take a receipt in the name of a carrier that said nothing',
    migration,
    `'where (b.actor not like ''carrier:%'' or exists (`,
    `'where (true or exists (`,
    carrierTests,
  ),
  fault(
    'production starts with a guessable carrier secret',
    'apps/server/src/settings-rules.ts',
    `isGuessable(secret, '') && `,
    `false && `,
    settingsTests,
  ),
]
