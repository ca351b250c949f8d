/** The queue of a concurrency limit is full. */
export class QueueFull extends Error {
  constructor() {
    super('the queue of a concurrency limit is full')
  }
}

export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Runs at most `most` functions at once. The others wait, at most `waiting` of them; a further one throws `QueueFull`.
 * For work that uses a whole core, much memory or a scarce connection.
 */
export function limitConcurrency(most: number, waiting = Infinity): ConcurrencyLimit {
  let busy = 0
  const queue: (() => void)[] = []
  return async (work) => {
    if (busy >= most) {
      if (queue.length >= waiting) throw new QueueFull()
      await new Promise<void>((turn) => queue.push(turn))
    } else busy += 1
    try {
      return await work()
    } finally {
      const next = queue.shift()
      // The next function in the queue takes over the slot. Without one the slot becomes free.
      if (next) next()
      else busy -= 1
    }
  }
}

/** A limit for each key, such as a caller: a caller with many requests delays only its own. */
export function limitConcurrencyPerKey(limit: {
  running: number
  waiting: number
}): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const perKey = new Map<string, { turns: ConcurrencyLimit; inside: number }>()
  return async (key, work) => {
    const entry = perKey.get(key) ?? { turns: limitConcurrency(limit.running, limit.waiting), inside: 0 }
    perKey.set(key, entry)
    entry.inside += 1
    try {
      return await entry.turns(work)
    } finally {
      entry.inside -= 1
      if (entry.inside === 0) perKey.delete(key)
    }
  }
}
