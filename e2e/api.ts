import type { Answer, Endpoint, Envelope, Sent } from '@quayside/contract'

/** Calls the running server as another party would: a buyer's app, an operator's console. A refusal is an error here. */
export const call =
  (origin: string) =>
  async <E extends Endpoint>(endpoint: E, input: Sent<E>, token?: string): Promise<Answer<E>> => {
    const response = await fetch(origin + endpoint.path, {
      method: endpoint.method,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Mozilla/5.0 (a person)',
        ...(token ? { token } : {}),
        ...(endpoint.money ? { 'idempotency-key': crypto.randomUUID() } : {}),
      },
      body: JSON.stringify(input),
      signal: AbortSignal.timeout(20_000),
    })
    const envelope = (await response.json()) as Envelope<Answer<E>>
    if (envelope.code === 0) throw new Error(`${endpoint.path}: ${envelope.msg} ${JSON.stringify(envelope.data)}`)
    return envelope.data
  }
