/**
 * The merchant API for programs that call it with an API key. `api.ts` holds the types of all calls that a key may
 * make; `npm run sdk` makes it from the OpenAPI document. `openapi-fetch` makes the calls, `standardwebhooks` verifies.
 */
import createClient, { type Client } from 'openapi-fetch'
import { Webhook } from 'standardwebhooks'
import type { components, paths, webhooks } from './api.ts'

export type { components, paths, webhooks } from './api.ts'

export type QuaysideClient = Client<paths>

/**
 * A client for one shop. `url`: the address of the merchant app. `key`: an API key of the shop, `qsk_…`. `lang`: the
 * language of sentences in refusals, English by default.
 */
export function createQuayside({ url, key, lang = 'en' }: { url: string; key: string; lang?: string }): QuaysideClient {
  return createClient<paths>({ baseUrl: url, headers: { authorization: `Bearer ${key}`, lang } })
}

/** A call that was refused. `message` is a sentence for people in the language of the client. */
export class QuaysideRefusal extends Error {
  override name = 'QuaysideRefusal'
  /** The name of the refusal, for programs: `session/expired`. */
  readonly reason: string
  /** A sentence for each wrong field, by its path in the input. */
  readonly fields: Readonly<Record<string, string>>
  /** The status of the response: 200 for a refusal by a rule of the business. */
  readonly status: number

  constructor({ msg, data }: components['schemas']['Refused'], status: number) {
    super(msg)
    this.reason = data.reason
    this.fields = data.fields ?? {}
    this.status = status
  }
}

type Reply = { data?: unknown; error?: unknown; response: Response }
/** The `data` in the envelope of a success. */
export type DataOf<R> = R extends { data: infer D } ? Extract<D, { code: 1 | 2; data: unknown }>['data'] : never

/**
 * The data of a response: `dataOf(await quayside.POST('/merchant/order/list', { body: {} })).list`.
 * Throws a `QuaysideRefusal` for a refusal, and an `Error` for an answer that is not of this API.
 */
export function dataOf<R extends Reply>(reply: R): DataOf<R> {
  const envelope = (reply.data ?? reply.error) as { code?: unknown; data: unknown } | undefined
  if (envelope?.code === 0)
    throw new QuaysideRefusal(envelope as components['schemas']['Refused'], reply.response.status)
  if (envelope?.code !== 1 && envelope?.code !== 2)
    throw new Error(`quayside: ${reply.response.url} answered ${reply.response.status} without an envelope`)
  return envelope.data as DataOf<R>
}

/** The body of a call to a webhook, by its `type`. */
export type QuaysideEvent = {
  [name in keyof webhooks]: webhooks[name]['post']['requestBody']['content']['application/json']
}[keyof webhooks]

/**
 * Verifies a call to a webhook and reads its body. `headers`: those of the request, as Node or the Fetch API gives
 * them. `body`: its text, unchanged. Throws `WebhookVerificationError` of `standardwebhooks` for a call that is not
 * signed with the secret or is older than five minutes.
 */
export function verifyWebhook(
  secret: string,
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>,
  body: string,
): QuaysideEvent {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers)
  const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return new Webhook(secret).verify(body, Object.fromEntries(texts)) as QuaysideEvent
}
