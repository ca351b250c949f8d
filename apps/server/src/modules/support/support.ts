/** How far a talk is looked back on, and when the desk is staffed. Pure. */

/** Messages of staff before a new one that are read together with it, so that nothing passes in pieces. */
export const maxJoinedMessages = 5

export type SupportHours = { from: number; to: number }

/** Whether the desk is staffed at an instant. `from` and `to` are whole hours of universal time; `to` may lie before `from`, over midnight. */
export const isSupportOpen = ({ from, to }: SupportHours, at: Date): boolean => {
  const hour = at.getUTCHours()
  return from <= to ? hour >= from && hour < to : hour >= from || hour < to
}
