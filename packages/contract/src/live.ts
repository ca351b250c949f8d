/** Live events: they name the changed part of the shop and never contain its data. */
export const livePath = '/merchant/live'
/**
 * A page that opens its first stream says in this header how many milliseconds ago it began to load. The stream then
 * begins with what changed since, instead of `resync`.
 */
export const pageAgeHeader = 'page-age'

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
 * What queries show and mutations change. In the merchant app: a topic of the shop, or a part that only the merchant's
 * own calls change. In the console: a topic of the platform.
 */
export type Tag =
  | Exclude<Topic, 'resync'>
  | 'vouchers'
  | 'integrations'
  | 'coupons'
  | 'passkeys'
  | Exclude<OperatorTopic, 'resync'>
/** One event of a stream: `data: {"kind":"orders"}`. `resync` means that events may have been lost. */
export type LiveEvent = { kind: Topic | OperatorTopic }

/** The stream of the console. */
export const operatorLivePath = '/platform/live'

/** The parts of the platform that the console's queries show. An event of any shop names them, without the shop. */
export const operatorTopics = [
  'registrations',
  'shops',
  'catalogue',
  'orders',
  'deposits',
  'withdrawals',
  'refunds',
  'talks',
  'operators',
  'settings',
  'work',
  'carriers',
  'buyers',
  'resync',
] as const
export type OperatorTopic = (typeof operatorTopics)[number]
/** One event of the console's stream. It contains no data. */
export type OperatorLiveEvent = { kind: OperatorTopic }
