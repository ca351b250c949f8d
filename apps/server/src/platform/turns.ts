/** Lets at most `most` pieces of work run at once; the others wait their turn. For work that eats a core or a lot of memory. */
export function turns(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let busy = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (busy >= most) await new Promise<void>((turn) => waiting.push(turn))
    else busy += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The place is handed on; only without anyone waiting does it become free.
      if (next) next()
      else busy -= 1
    }
  }
}
