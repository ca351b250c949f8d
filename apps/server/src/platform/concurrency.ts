/** More work waits for its turn than the limit lets wait. */
export class QueueFull extends Error {
  constructor() {
    super('too much work waits for its turn')
  }
}

export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Lets at most `most` pieces of work run at once; the others wait for their turn, at most `waiting` of them.
 * For work that uses a whole core, a lot of memory or a scarce connection. Throws `QueueFull`.
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
      // The place is handed on; only without anyone waiting does it become free.
      if (next) next()
      else busy -= 1
    }
  }
}

/** The same for each key by itself, such as a caller: who has much to do waits for himself and for nobody else. */
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
