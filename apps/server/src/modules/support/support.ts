/** Support hours, and the number of messages that are checked together. Pure. */

/**
 * Earlier staff messages that are checked together with a new one, so that payment details cannot be sent in
 * parts.
 */
export const maxJoinedMessages = 5

export type SupportHours = { from: number; to: number }

/**
 * Whether support is staffed at an instant. `from` and `to`: full hours, UTC; `to` before `from` means over
 * midnight.
 */
export const isSupportOpen = ({ from, to }: SupportHours, at: Date): boolean => {
  const hour = at.getUTCHours()
  return from <= to ? hour >= from && hour < to : hour >= from || hour < to
}
