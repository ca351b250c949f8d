/** The stream of server-sent events. Each event names a changed part of the shop, or of the platform. */
import { livePath, pageAgeHeader, type LiveEvent } from '@quayside/contract'
import { networkTimeout } from '@quayside/contract/constants'
import { useEffect } from 'react'
import { headers } from './call.ts'
import { tokenStore } from './session-storage.ts'

/** Parses chunks of server-sent events into the values of their `data:` lines. Buffers an incomplete line. */
export function eventReader(): (chunk: string) => LiveEvent[] {
  let rest = ''
  return (chunk) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    return lines.flatMap((line) => {
      if (!line.startsWith('data:')) return []
      try {
        return [JSON.parse(line.slice(5)) as LiveEvent]
      } catch {
        return []
      }
    })
  }
}

class SessionOver extends Error {}

/**
 * Reads the stream until `signal` aborts; throws when it breaks. A stream without data for a minute counts as broken.
 * With `pageAge`, the milliseconds since the page began to load, it begins with what changed since then.
 */
export async function listen(
  signal: AbortSignal,
  onEvent: (event: LiveEvent) => void,
  path: string = livePath,
  pageAge?: number,
): Promise<void> {
  const silence = new AbortController()
  const stop = AbortSignal.any([signal, silence.signal])
  let watch = setTimeout(() => silence.abort(), networkTimeout)
  try {
    const age: Record<string, string> = pageAge === undefined ? {} : { [pageAgeHeader]: String(Math.round(pageAge)) }
    const response = await fetch(path, { headers: { ...headers(), ...age }, signal: stop })
    // The session is over: the next call reports it, so the stream does not reconnect.
    if (response.status === 401) throw new SessionOver()
    if (!response.ok || !response.body) throw new Error(`live: ${response.status}`)
    const read = eventReader()
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      clearTimeout(watch)
      watch = setTimeout(() => silence.abort(), networkTimeout)
      for (const event of read(value)) onEvent(event)
    }
  } finally {
    clearTimeout(watch)
  }
}

/** One function for all renders: another one would close the stream and open it again. */
const noPageAge = () => undefined

/** Keeps the stream open while the app is visible and a session exists. Reconnects with growing delays. */
export function useLive(
  onKind: (kind: LiveEvent['kind']) => void,
  active: boolean,
  path?: string,
  /** The age of the page for the first stream; undefined for any other. */
  takePageAge: () => number | undefined = noPageAge,
): void {
  useEffect(() => {
    if (!active) return
    let run: AbortController | undefined
    const start = async () => {
      run?.abort()
      if (document.hidden) return
      const mine = new AbortController()
      run = mine
      for (let wait = 1000; !mine.signal.aborted && tokenStore.get(); wait = Math.min(wait * 2, 30_000)) {
        await listen(
          mine.signal,
          ({ kind }) => {
            wait = 1000
            onKind(kind)
          },
          path,
          takePageAge(),
        ).catch((error: unknown) => {
          if (error instanceof SessionOver) mine.abort()
        })
        if (mine.signal.aborted) return
        await new Promise((done) => setTimeout(done, wait * (0.5 + Math.random())))
      }
    }
    void start()
    document.addEventListener('visibilitychange', start)
    window.addEventListener('online', start)
    return () => {
      document.removeEventListener('visibilitychange', start)
      window.removeEventListener('online', start)
      run?.abort()
    }
  }, [active, onKind, path, takePageAge])
}
