/** Carriers that report their parcels by signed calls. */

export type CarrierSettings = { name: string; secret: string }

/** Normalizes a carrier's name for comparison. The database function `carrier_key` does the same. */
export const carrierKey = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase()

export const findCarrier = (carriers: readonly CarrierSettings[], name: string): CarrierSettings | undefined =>
  carriers.find((carrier) => carrierKey(carrier.name) === carrierKey(name))
