import { setTimeout as rest } from 'node:timers/promises'

/** Runs `act` again and again with a rest of `ms` between two runs; a fault is logged and the next run comes all the same. Returns how to stop. */
export function pollLoop(ms: number, act: () => Promise<void>, log: (error: unknown) => void): () => Promise<void> {
  const stop = new AbortController()
  const running = (async () => {
    while (!stop.signal.aborted) {
      await act().catch(log)
      await rest(ms, undefined, { signal: stop.signal }).catch(() => undefined)
    }
  })()
  return async () => {
    stop.abort()
    await running
  }
}
