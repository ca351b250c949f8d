/** The states of a buyer's review, and what each side may do about it. Pure. */
import { reviewChangeDays, type ReviewReason, type ReviewState } from '@quayside/contract'
import { addTime, days, hours } from '../../../platform/jobs/clock.ts'

/** A reported review, and an appeal, are decided within this time. */
export const decisionTime = hours(72)

/** Changes of reviews by one buyer, by requests and by forms. */
export const reviewChangeLimit = { max: 10, window: hours(1) }

/** Until when a buyer changes a review. */
export const changeableUntil = (writtenAt: Date): Date => addTime(writtenAt, days(reviewChangeDays))

/** Whether a reply was written to the text before the last change. */
export const isFormer = ({ reply_at, changed_at }: { reply_at: Date | null; changed_at: Date | null }): boolean =>
  reply_at !== null && changed_at !== null && reply_at < changed_at

export type CaseState = 'open' | 'kept' | 'hidden' | 'redacted'
/** The moderation of a review; nulls when nobody ever reported it. */
export type Moderation = {
  state: CaseState | null
  held: boolean | null
  reason: ReviewReason | null
  redacted_text: string | null
  appealed_at: Date | null
  appeal_decided_at: Date | null
  first_state: Exclude<CaseState, 'open'> | null
}

/** A reported review is shown until somebody decides, unless a rule caught it. */
export const shownState = ({ state, held }: Moderation): ReviewState =>
  state === null ? 'shown' : state === 'open' ? (held ? 'held' : 'shown') : state

/** The words that everybody reads; null while they are held or hidden. */
export function shownText(text: string, moderation: Moderation): string | null {
  const state = shownState(moderation)
  return state === 'held' || state === 'hidden' ? null : state === 'redacted' ? moderation.redacted_text : text
}

/** Whether one side can appeal against the decision. Buyers appeal a removal, merchants a review that was kept. */
export const mayAppeal = (moderation: Moderation, by: 'merchant' | 'buyer', reported: boolean): boolean =>
  moderation.appealed_at === null &&
  (by === 'merchant'
    ? moderation.state === 'kept' && reported
    : moderation.state === 'hidden' || moderation.state === 'redacted')

const omission = /^[[\]().…*_-]+$/
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFC')
    .split(/[\s\p{P}]+/u)
    .filter((word) => word !== '' && !omission.test(word))

/** Whether a redaction only leaves words out: its words stand in the original in the same order. */
export function onlyRemovesWords(original: string, redacted: string): boolean {
  const words = wordsOf(original)
  let from = 0
  for (const word of wordsOf(redacted)) {
    const at = words.indexOf(word, from)
    if (at < 0) return false
    from = at + 1
  }
  return wordsOf(redacted).length < words.length
}
