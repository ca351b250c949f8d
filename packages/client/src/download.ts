import type { Endpoint, Envelope, RequestBody } from '@quayside/contract'
import { networkTimeout } from '@quayside/contract/constants'
import { useMutation } from '@tanstack/react-query'
import { headers, Refused, Unreachable, unwrapEnvelope } from './call.ts'
import { tokenStore } from './session-storage.ts'

export type Downloaded = { name: string; file: Blob }

/** Fetches the file that an endpoint answers. However long it takes: it is given up when nothing came for a minute. Throws `Refused` or `Unreachable`. */
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
    if (type.startsWith('application/json')) {
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
      const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
      return { name: name ?? 'quayside', file: new Blob(pieces, { type }) }
    }
  } catch (error) {
    throw new Unreachable('no answer', { cause: error })
  } finally {
    clearTimeout(watch)
  }
  return unwrapEnvelope(refusal.envelope, refusal.status, sent)
}

/** A file that the merchant asks for. `fetchFile` answers null when it was refused or nobody answered; `refusal` and `unreachable` say which. */
export function useDownload<E extends Endpoint>(endpoint: E) {
  const { mutateAsync, isPending, error, variables } = useMutation({
    mutationFn: (input: RequestBody<E>) => download(endpoint, input),
  })
  return {
    fetchFile: (input: RequestBody<E>): Promise<Downloaded | null> => mutateAsync(input).catch(() => null),
    /** What is being fetched now. */
    fetching: isPending ? variables : null,
    refusal: error instanceof Refused ? error : null,
    unreachable: error instanceof Unreachable,
  }
}
