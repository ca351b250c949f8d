/** The demo's carriers: external programs that report parcels by signed calls, without a session. */
import { carrierWebhook } from '@quayside/contract'
import type { ApiClient } from './api-client.ts'

export const carrierNames = ['Northline Parcel', 'Blue Anchor Post', 'Swiftroad Freight', 'Coastway Express']
/** A carrier and the secret that signs its calls. */
export type DemoCarrier = { name: string; secret: string }

/** The scans of each parcel, in this order. */
export const scans = ['Accepted at the sorting centre', 'Arrived in the country of destination', 'Out for delivery']
export const newTracking = () => `QD${Array.from({ length: 10 }, () => Math.floor(Math.random() * 10)).join('')}`

/** Reports a scan by its index in `scans`, or the delivery. A repeated report changes nothing. */
export async function reportParcel(
  line: ApiClient,
  carrier: DemoCarrier,
  trackingNumber: string,
  what: number | 'delivered',
): Promise<void> {
  await line.call(
    carrierWebhook,
    {
      carrier: carrier.name,
      id: `${what}-${trackingNumber}`,
      trackingNumber,
      status: what === 'delivered' ? 'Delivered to the recipient' : scans[what]!,
      at: line.now().toISOString(),
      delivered: what === 'delivered',
    },
    { from: carrier.name, secret: carrier.secret },
  )
}
