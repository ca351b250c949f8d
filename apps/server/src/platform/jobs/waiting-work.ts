/** Loops over rows that wait in tables, with one question to the database for all of them. */
import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds between two questions. */
const interval = 1000

/**
 * Asks once a second which of the loops have something to do, and runs those that are not running. A copy of the
 * server that has nothing to do sends no other statement for them. A loop carries out what waits, and may find
 * nothing; an error ends only this run. `isRight` gets the time of the database: nothing runs while this machine's
 * clock is wrong. Returns the function that stops the loops; it aborts the signal, so that long work can end early.
 */
export function runWaitingWork<Name extends string>({
  ask,
  loops,
  isRight,
  onError,
}: {
  ask: () => Promise<Record<Name, boolean> & { at: Date }>
  loops: Record<Name, (signal: AbortSignal) => Promise<unknown>>
  isRight: (atDatabase: Date) => boolean
  onError: (error: unknown, name: string) => void
}): () => Promise<void> {
  const controller = new AbortController()
  const { signal } = controller
  const working = new Map<string, Promise<unknown>>()

  const start = (name: Name) => {
    const run = loops[name](signal)
      .catch((error: unknown) => onError(error, name))
      .finally(() => working.delete(name))
    working.set(name, run)
  }
  const startAll = async () => {
    const waiting = await ask()
    if (!isRight(waiting.at)) return
    for (const name of Object.keys(loops) as Name[])
      if (waiting[name] && !working.has(name) && !signal.aborted) start(name)
  }
  const running = (async () => {
    while (!signal.aborted) {
      await startAll().catch((error: unknown) => onError(error, 'waiting work'))
      await sleep(interval, undefined, { signal }).catch(() => undefined)
    }
  })()
  return async () => {
    controller.abort()
    await running
    await Promise.all(working.values())
  }
}
