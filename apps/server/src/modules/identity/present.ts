/** An instant that is still to come, as the wire writes it; null when it has passed. */
export const futureInstant = (at: Date | null, now: Date) => (at && at > now ? at.toISOString() : null)
