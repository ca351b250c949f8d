import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Runs `work` again and again, with a pause of `interval` milliseconds between two runs.
 * After an error the next run comes as usual. Returns the function that stops the loop.
 */
export function pollLoop({
  interval,
  work,
  onError,
}: {
  interval: number
  work: () => Promise<void>
  onError: (error: unknown) => void
}): () => Promise<void> {
  const controller = new AbortController()
  const running = (async () => {
    while (!controller.signal.aborted) {
      await work().catch(onError)
      await sleep(interval, undefined, { signal: controller.signal }).catch(() => undefined)
    }
  })()
  return async () => {
    controller.abort()
    await running
  }
}
