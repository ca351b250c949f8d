import type { Endpoint, Envelope, RequestBody } from '@quayside/contract'
import { networkTimeout } from '@quayside/contract/constants'
import { useMutation } from '@tanstack/react-query'
import { headers, Refused, Unreachable, unwrapEnvelope } from './call.ts'
import { tokenStore } from './session-storage.ts'

export type Downloaded = { name: string; file: Blob }

/**
 * Fetches the file of an endpoint. It may take long, but fails after a minute without data. Throws `Refused` or
 * `Unreachable`.
 */
async function download<E extends Endpoint>(endpoint: E, input: RequestBody<E>): Promise<Downloaded> {
  const sent = tokenStore.get()
  const silence = new AbortController()
  let watch = setTimeout(() => silence.abort(), networkTimeout)
  let refusal: { envelope: Envelope<never>; status: number }
  try {
    const response = await fetch(endpoint.path, {
      method: endpoint.method,
      headers: { ...headers(), 'content-type': 'application/json' },
      body: JSON.stringify(input),
      signal: silence.signal,
    })
    const type = response.headers.get('content-type') ?? ''
    // A file may be JSON too; only a file has a name.
    const disposition = response.headers.get('content-disposition')
    if (type.startsWith('application/json') && disposition === null) {
      refusal = { envelope: (await response.json()) as Envelope<never>, status: response.status }
    } else {
      const pieces: Uint8Array<ArrayBuffer>[] = []
      const reader = response.body!.getReader()
      for (;;) {
        const { value, done } = await reader.read()
        if (done) break
        clearTimeout(watch)
        watch = setTimeout(() => silence.abort(), networkTimeout)
        pieces.push(value)
      }
      const name = /filename="([^"]+)"/.exec(disposition ?? '')?.[1]
      return { name: name ?? 'quayside', file: new Blob(pieces, { type }) }
    }
  } catch (error) {
    throw new Unreachable('no answer', { cause: error })
  } finally {
    clearTimeout(watch)
  }
  return unwrapEnvelope(refusal.envelope, refusal.status, sent)
}

/**
 * Downloads a file. `fetchFile` resolves to null when the server refused it or did not respond; `refusal` and
 * `unreachable` say which.
 */
export function useDownload<E extends Endpoint>(endpoint: E) {
  const { mutateAsync, isPending, error, variables } = useMutation({
    mutationFn: (input: RequestBody<E>) => download(endpoint, input),
  })
  return {
    fetchFile: (input: RequestBody<E>): Promise<Downloaded | null> => mutateAsync(input).catch(() => null),
    /** The input of the download that runs. */
    fetching: isPending ? variables : null,
    refusal: error instanceof Refused ? error : null,
    unreachable: error instanceof Unreachable,
  }
}
