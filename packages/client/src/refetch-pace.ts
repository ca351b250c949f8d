/** The pace at which changes that others make are fetched: at once, and ever less often while nobody acts. */

export type RefetchPace<Topic> = {
  /** Something changed. It is fetched now, or together with what else changes until the next time. */
  changed: (topic: Topic) => void
  /** A person acted: what waits is fetched soon, and the pace is the fastest again. */
  acted: () => void
  stop: () => void
}

/**
 * Calls `refetch` with the topics that changed: for the first change at once, then not before `shortest` milliseconds
 * have passed. Each time doubles the interval, up to `longest`, until a person acts.
 */
export function paceRefetches<Topic>(
  refetch: (topics: readonly Topic[]) => void,
  { shortest, longest }: { shortest: number; longest: number },
): RefetchPace<Topic> {
  const waiting = new Set<Topic>()
  let interval = shortest
  let refetchedAt = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined
  const run = () => {
    timer = undefined
    refetchedAt = performance.now()
    const topics = [...waiting]
    waiting.clear()
    refetch(topics)
  }
  const schedule = () => {
    clearTimeout(timer)
    const wait = refetchedAt + interval - performance.now()
    if (wait <= 0) run()
    else timer = setTimeout(run, wait)
  }
  return {
    changed(topic) {
      waiting.add(topic)
      if (timer !== undefined) return
      // A quiet time as long as the interval: the next change is news again.
      const isNews = performance.now() - refetchedAt >= 2 * interval
      schedule()
      interval = isNews ? shortest : Math.min(2 * interval, longest)
    },
    acted() {
      interval = shortest
      if (timer !== undefined) schedule()
    },
    stop: () => clearTimeout(timer),
  }
}
