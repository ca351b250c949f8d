/** Live events: they name the changed part of the shop and never contain its data. */
export const livePath = '/merchant/live'

export const topics = [
  'orders',
  'wallet',
  'listings',
  'figures',
  'shop',
  'session',
  'talk',
  'messages',
  'resync',
] as const
export type Topic = (typeof topics)[number]
/**
 * A part of the shop that queries show and mutations change: a topic, or a part that only the merchant's own calls
 * change.
 */
export type Tag = Exclude<Topic, 'resync'> | 'vouchers'
/** One event of the stream: `data: {"kind":"orders"}`. `resync` means that events may have been lost. */
export type LiveEvent = { kind: Topic }
