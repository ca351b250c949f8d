import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Runs `work` in a loop, with a pause of `interval` milliseconds between two runs.
 * An error does not end the loop. Returns the function that stops it; it aborts the signal, so that long work can end
 * early.
 */
export function pollLoop({
  interval,
  work,
  onError,
}: {
  interval: number
  work: (signal: AbortSignal) => Promise<void>
  onError: (error: unknown) => void
}): () => Promise<void> {
  const controller = new AbortController()
  const running = (async () => {
    while (!controller.signal.aborted) {
      await work(controller.signal).catch(onError)
      await sleep(interval, undefined, { signal: controller.signal }).catch(() => undefined)
    }
  })()
  return async () => {
    controller.abort()
    await running
  }
}
