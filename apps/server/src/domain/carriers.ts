/** Carriers that report their parcels by signed calls. */

export type CarrierSettings = { name: string; secret: string }
/** A carrier's page about a parcel: its address with `{number}` in it. */
export type TrackingPage = { carrier: string; url: string }

/** Normalizes a carrier's name for comparison. The database function `carrier_key` does the same. */
export const carrierKey = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase()

export const findCarrier = (carriers: readonly CarrierSettings[], name: string): CarrierSettings | undefined =>
  carriers.find((carrier) => carrierKey(carrier.name) === carrierKey(name))

/** Whether a carrier is among these names. */
export const isCarrierIn = (names: readonly string[], name: string): boolean =>
  names.some((one) => carrierKey(one) === carrierKey(name))

/** The address of the carrier's page about a parcel; null where it is not configured. */
export function trackingUrlOf(pages: readonly TrackingPage[], carrier: string, trackingNumber: string): string | null {
  const page = pages.find((one) => carrierKey(one.carrier) === carrierKey(carrier))
  return page?.url.replace('{number}', () => encodeURIComponent(trackingNumber)) ?? null
}
