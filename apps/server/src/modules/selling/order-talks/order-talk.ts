/** Limits of the conversations of buyers with shops, and what is flagged in them. Pure. */
import { completesPaymentDetails, orderTalkDays, type OrderTalkParty, type RefusalName } from '@quayside/contract'
import { addTime, days, hours } from '../../../platform/jobs/clock.ts'

/** Messages of one side of one conversation in an hour. */
export const orderTalkLimit = { max: 20, window: hours(1) }
/** Messages of one side without an answer of the other. */
export const maxInARow = 10
/** Earlier messages of an author that are checked together with a new one. */
export const maxJoinedMessages = 5

type OrderTimes = { paid_at: Date | null; completed_at: Date | null; cancelled_at: Date | null }

/** Until when both sides can write; null while the order is not finished. */
export const openUntil = ({ completed_at, cancelled_at }: OrderTimes): Date | null => {
  const ended = completed_at ?? cancelled_at
  return ended && addTime(ended, days(orderTalkDays))
}
export const isClosed = (order: OrderTimes, now: Date): boolean => {
  const until = openUntil(order)
  return order.paid_at === null || (until !== null && now > until)
}

/** Why a side cannot write now; null when it can. */
export function writingRefusal(
  talk: OrderTimes & { taken_by: string | null },
  by: OrderTalkParty,
  now: Date,
): Extract<RefusalName, `order-talk/${string}`> | null {
  if (talk.paid_at === null) return 'order-talk/unpaid'
  if (isClosed(talk, now)) return 'order-talk/closed'
  if (by === 'merchant' && talk.taken_by !== null) return 'order-talk/taken'
  return by === 'support' && talk.taken_by === null ? 'order-talk/not-taken' : null
}

/** Services on which people talk or pay outside the platform. A number near them is found by `namesPaymentDetails`. */
const services =
  /\b(?:whats ?app|telegram|viber|we ?chat|weixin|kakao ?talk|snapchat|instagram|facebook|messenger|discord|skype|zelle|venmo|cash ?app|paypal|western union|moneygram)\b|微信|支付宝|支付寶|淘宝|텔레그램|카카오톡|واتساب|تيليجرام|تلغرام|телеграм|ватсап|вотсап|ライン交換/iu

/** Whether a text, alone or after the author's earlier ones (newest first), leads away from the platform. */
export const leadsAway = (text: string, earlier: readonly string[]): boolean =>
  services.test(text.normalize('NFKC')) || completesPaymentDetails(earlier, text)
