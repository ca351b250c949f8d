/** Carriers that report their parcels by signed calls. */

export type CarrierSettings = { name: string; secret: string }

/** What makes two spellings of a carrier's name the same; the database's function `carrier_key` does so too. */
export const carrierKey = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase()

export const findCarrier = (carriers: readonly CarrierSettings[], name: string): CarrierSettings | undefined =>
  carriers.find((carrier) => carrierKey(carrier.name) === carrierKey(name))
