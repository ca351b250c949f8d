/** The demo's carriers. They stand for programs outside, which report their parcels by signed calls and have no session. */
import { carrierWebhook } from '@quayside/contract'
import type { ApiClient } from './api-client.ts'

export const carrierNames = ['Northline Parcel', 'Blue Anchor Post', 'Swiftroad Freight', 'Coastway Express']
/** A carrier with the secret that its calls are signed with. */
export type DemoCarrier = { name: string; secret: string }

/** What happens to each parcel, in this order. */
export const scans = ['Accepted at the sorting centre', 'Arrived in the country of destination', 'Out for delivery']
export const newTracking = () => `QD${Array.from({ length: 10 }, () => Math.floor(Math.random() * 10)).join('')}`

/** Reports a scan by its place in `scans`, or the delivery. The same report again changes nothing. */
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
      at: new Date().toISOString(),
      delivered: what === 'delivered',
    },
    { from: carrier.name, secret: carrier.secret },
  )
}
