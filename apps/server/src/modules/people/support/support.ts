/** States of a conversation, support hours, variables of saved replies, and limits. Pure. */
import { replyVariables, type ConversationState, type Language, type ReplyVariable } from '@quayside/contract'
import { defaultLanguage } from '@quayside/contract/constants'
import { days, hours } from '../../../platform/jobs/clock.ts'

/**
 * Earlier staff messages that are checked together with a new one, so that payment details cannot be sent in
 * parts.
 */
export const maxJoinedMessages = 5

/** Messages of one buyer in an hour, by requests and by forms. */
export const buyerMessageLimit = { max: 60, window: hours(1) }

/** The longest time for which a conversation can be snoozed. */
export const maxSnooze = days(30)

export type SupportHours = { from: number; to: number }

/**
 * Whether support is staffed at an instant. `from` and `to`: full hours, UTC; `to` before `from` means over
 * midnight.
 */
export const isSupportOpen = ({ from, to }: SupportHours, at: Date): boolean => {
  const hour = at.getUTCHours()
  return from <= to ? hour >= from && hour < to : hour >= from || hour < to
}

/** The state at an instant: a snooze ends by itself. */
export const stateAt = (row: { state: ConversationState; snoozed_until: Date | null }, now: Date): ConversationState =>
  row.state === 'snoozed' && row.snoozed_until! <= now ? 'open' : row.state

const variable = /\{([a-z-]+)\}/g

/** The variables of a text that no saved reply has. */
export const unknownVariables = (text: string): string[] =>
  [...text.matchAll(variable)].map(([, name]) => name!).filter((name) => !replyVariables.some((one) => one === name))

/** The text of a reply in a language, or in English. */
export function chooseText(texts: Partial<Record<Language, string>>, wanted: Language) {
  const own = texts[wanted]
  const language = own === undefined ? defaultLanguage : wanted
  return { text: own ?? texts[defaultLanguage]!, language, fallback: own === undefined } as const
}

/** Fills the variables in. A variable without a value stays in braces and is listed in `missing`. */
export function fillVariables(text: string, values: Partial<Record<ReplyVariable, string>>) {
  const missing = new Set<ReplyVariable>()
  const filled = text.replace(variable, (written, name: ReplyVariable) => {
    if (values[name] === undefined) missing.add(name)
    return values[name] ?? written
  })
  return { text: filled, missing: [...missing] }
}
