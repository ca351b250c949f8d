/** What the live push tells an open screen: which part of the shop changed, never the data itself. */
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
/** One event of the stream: `data: {"kind":"orders"}`. `resync` says that events may have been missed. */
export type LiveEvent = { kind: Topic }
