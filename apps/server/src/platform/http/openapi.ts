import manifest from '../../../../../package.json' with { type: 'json' }
import { endpoints } from '@quayside/contract/endpoints'
import { day, id, instant, refusalNames, type Api, type Endpoint } from '@quayside/contract'
import { carrierWebhook } from '@quayside/contract/carriers'
import { worksInClosedShop } from '@quayside/contract/closed-shop'
import { defaultLanguage } from '@quayside/contract/constants'
import { callTypes, webhookBody, webhookEvents, webhookTest } from '@quayside/contract/integrations'
import { refusalMessage } from '@quayside/locales/catalogues'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'

type Json = Record<string, unknown>

/** Shapes of the contract that have a format of their own in JSON Schema. Zod knows the pattern only, or nothing. */
const formats = new Map<unknown, Json>([
  [id, { type: 'string', format: 'uuid' }],
  [instant, { type: 'string', format: 'date-time' }],
  [day, { type: 'string', format: 'date' }],
])

/** Bounds of every whole number that a program can hold: they say nothing. */
const noBound = new Set<unknown>([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])

/** An input is closed, since an unknown field is refused. A response is open: a later release may add a field. */
const schemaOf = (schema: Endpoint['input'], io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema as unknown as z.ZodType, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    override: ({ zodSchema, jsonSchema }) => {
      const written = jsonSchema as Json
      const format = formats.get(zodSchema)
      if (format) {
        for (const key of Object.keys(written)) delete written[key]
        Object.assign(written, format)
      }
      if (noBound.has(written['minimum'])) delete written['minimum']
      if (noBound.has(written['maximum'])) delete written['maximum']
      if (io === 'output' && written['additionalProperties'] === false) delete written['additionalProperties']
    },
  }) as Json
  return rest
}

const whoMay = (endpoint: Endpoint): string => {
  const { access } = endpoint
  if (access.who === 'merchant')
    return worksInClosedShop(endpoint)
      ? { any: 'A merchant', verified: 'A merchant with a verified shop' }[access.shop]
      : { any: 'A merchant whose shop is not closed', verified: 'A merchant with a verified, open shop' }[access.shop]
  if (access.who === 'operator')
    return access.roles === 'any' ? 'Any operator' : `An operator with the role ${access.roles.join(' or ')}`
  return {
    anyone: 'Anyone',
    buyer: 'A buyer',
    processor: 'A card processor or a carrier, by signature',
    carrier: 'A program of a carrier',
  }[access.who]
}

/** By which API key an endpoint may be called. */
const keyText = ({ access, scope }: Endpoint): string =>
  scope === undefined
    ? ''
    : access.who === 'carrier'
      ? `, by an API key of the carrier with the scope ${scope}`
      : `, or an API key with the scope ${scope}`

/**
 * The headers of a call that is signed as Standard Webhooks says. `required`: a carrier of the settings may send the
 * deprecated header instead.
 */
const webhookHeaders = (required: boolean): Json[] =>
  [
    ['webhook-id', 'The id of the message, the same for each attempt.', 'msg_2026112300001'],
    ['webhook-timestamp', 'Seconds since 1970, at most five minutes away.', '1795428000'],
    [
      'webhook-signature',
      'One or several of `v1,` and the HMAC-SHA-256 in Base64 of `id.timestamp.body`, separated by spaces.',
      'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    ],
  ].map(([name, description, example]) => ({
    name,
    in: 'header',
    required,
    description,
    schema: { type: 'string' },
    example,
  }))

const parametersOf = (endpoint: Endpoint): Json[] => {
  const list: Json[] = [{ $ref: '#/components/parameters/lang' }]
  if (endpoint.idempotent) list.push({ $ref: '#/components/parameters/idempotencyKey' })
  if (endpoint === carrierWebhook) list.push(...webhookHeaders(false))
  if (endpoint.method === 'GET' || endpoint.upload) {
    const schema = schemaOf(endpoint.input, 'input') as { properties?: Record<string, Json>; required?: string[] }
    for (const [name, property] of Object.entries(schema.properties ?? {}))
      list.push({ name, in: 'query', required: schema.required?.includes(name) ?? false, schema: property })
  }
  return list
}

/** `pickUpOrders` → `PickUpOrders`. */
const typeName = (name: string): string => name[0]!.toUpperCase() + name.slice(1)
const refTo = (schema: string): Json => ({ $ref: `#/components/schemas/${schema}` })
const needsCaller = ({ access: { who } }: Endpoint): boolean => who !== 'anyone' && who !== 'processor'

const bodyOf = (name: string, endpoint: Endpoint): Json | undefined => {
  if (endpoint.method === 'GET') return undefined
  if (endpoint.upload) {
    const file = { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } }
    return { required: true, content: { 'multipart/form-data': { schema: file } } }
  }
  // The schema of an input does not say all: a mail address is trimmed before it is checked.
  const example = exampleOf(schemaOf(endpoint.input, 'input'))
  const isTaken = example !== undefined && z.safeParse(endpoint.input as unknown as z.ZodType, example).success
  return {
    required: true,
    content: {
      'application/json': {
        schema: refTo(`${typeName(name)}Request`),
        ...(isTaken && { example }),
      },
    },
  }
}

/** The envelope of a success. */
const doneSchema = (data: Json): Json => ({
  type: 'object',
  required: ['code', 'msg', 'data'],
  properties: { code: { type: 'integer', enum: [1, 2] }, msg: { type: 'string' }, data },
})

/** The envelope of a refusal with one of these names. */
const refusedSchema = (reasons: readonly string[]): Json => ({
  allOf: [
    refTo('Refused'),
    {
      type: 'object',
      properties: {
        data: { type: 'object', properties: { reason: { type: 'string', enum: [...new Set(reasons)] } } },
      },
    },
  ],
})

const answersOf = (name: string, endpoint: Endpoint): Json => {
  const refused = refusedSchema([...endpoint.refusals, 'request/invalid'])
  const fault = { $ref: '#/components/responses/Fault' }
  const example = endpoint.file ? undefined : exampleOf(schemaOf(endpoint.response, 'output'))
  return {
    200: {
      description: 'Done, or refused for a reason of the business',
      content: endpoint.file
        ? {
            'application/json': { schema: refused },
            'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
          }
        : {
            'application/json': {
              schema: { oneOf: [refTo(`${typeName(name)}Response`), refused] },
              ...(example !== undefined && { example: { code: 1, msg: '', data: example } }),
            },
          },
    },
    400: fault,
    ...(needsCaller(endpoint) && { 401: fault, 403: fault }),
    ...(endpoint.method !== 'GET' && { 413: fault, 415: fault }),
    429: { $ref: '#/components/responses/TooMany' },
    500: fault,
    503: fault,
  }
}

/** An example of each format and pattern; a text without either is any text. */
const exampleText = ({ format, pattern, minLength, maxLength }: Json): string | undefined => {
  if (format === 'uuid') return '01936d5e-7c1a-7000-8000-000000000001'
  if (format === 'date-time') return '2026-11-23T10:00:00.000Z'
  if (format === 'date') return '2026-11-23'
  if (format !== undefined) return undefined
  if (pattern === undefined) {
    const text = Number(maxLength ?? Infinity) < 20 ? 'text' : 'An example text'
    return text.padEnd(Number(minLength ?? 0), '.')
  }
  const shape = new RegExp(String(pattern), 'u')
  return ['12.00', '123456', 'US', '2026-11-23', '2026-11', 'https://hooks.example.com/quayside'].find((text) =>
    shape.test(text),
  )
}

/** A value that the schema takes, with the required properties only; undefined if none can be made up. */
function exampleOf(schema: Json): unknown {
  if ('const' in schema) return schema['const']
  if ('default' in schema) return schema['default']
  if (Array.isArray(schema['enum'])) return schema['enum'][0]
  const choices = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined
  if (choices) return choices.map(exampleOf).find((example) => example !== undefined)
  if (schema['allOf']) return undefined
  const type = Array.isArray(schema['type']) ? schema['type'][0] : schema['type']
  switch (type) {
    case 'object': {
      const properties = (schema['properties'] ?? {}) as Record<string, Json>
      const required = (schema['required'] ?? []) as string[]
      const entries = required.map((name) => [name, exampleOf(properties[name] ?? {})] as const)
      return entries.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(entries)
    }
    case 'array': {
      if (Number(schema['minItems'] ?? 0) > 1 || schema['prefixItems']) return undefined
      const item = exampleOf((schema['items'] ?? {}) as Json)
      return item === undefined ? undefined : [item]
    }
    case 'string':
      return exampleText(schema)
    case 'integer':
    case 'number':
      return Math.max(Number(schema['minimum'] ?? 1), Math.min(1, Number(schema['maximum'] ?? 1)))
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return undefined
  }
}

type Choice = (endpoint: Endpoint) => boolean

const endpointsOf = (apis: readonly Api[], chosen: Choice = () => true): [name: string, endpoint: Endpoint][] =>
  Object.entries(endpoints).filter(([, endpoint]) => apis.includes(endpoint.api) && chosen(endpoint))

/** The part of the path that groups operations: `/merchant/order/list` → `merchant order`. */
const tagOf = ({ path }: Endpoint): string => path.split('/').slice(1, 3).join(' ')

/** Who may call, as security schemes; a scope is a role of the API key. */
function securityOf(endpoint: Endpoint): Json[] {
  if (!needsCaller(endpoint)) return []
  if (endpoint.access.who === 'carrier') return [{ carrierKey: [endpoint.scope] }]
  return [{ session: [] }, ...(endpoint.scope ? [{ apiKey: [endpoint.scope] }] : [])]
}

/** When a call to a merchant's webhook is made, and what its ids name. */
const webhookSummaries: Record<(typeof callTypes)[number], string> = {
  'order.placed': 'A buyer placed an order.',
  'order.paid': 'An order was paid.',
  'orders.picked-up': 'The merchant picked up orders.',
  'order.shipped': 'An order was shipped.',
  'order.received': 'An order was received.',
  'order.completed': 'An order was completed, and its money is in the balance.',
  'order.cancelled': 'An order was cancelled.',
  'order.disputed': 'A buyer disputed the card payment of an order.',
  'refund.requested': 'A buyer asked for a refund.',
  'refund.approved': 'A refund was approved.',
  'refund.declined': 'A refund was declined.',
  'deposit.credited': 'A recharge is in the balance.',
  'withdrawal.paid': 'A withdrawal was paid.',
  'withdrawal.rejected': 'A withdrawal was rejected.',
  'listings.supplier-changed': 'A supplier changed products of the shop.',
  'webhook.test': 'The merchant asked for a call, to test a receiver. It has no ids.',
}
const webhookTag = 'webhooks'
/** `orders.picked-up` → `OrdersPickedUp`. */
const eventName = (type: string): string => type.split(/[.-]/).map(typeName).join('')

/** The calls that a merchant's webhook gets, and the schemas of their bodies. */
function webhooksOf(): { webhooks: Json; schemas: Record<string, Json> } {
  const webhooks: Json = {}
  const schemas: Record<string, Json> = {}
  for (const type of callTypes) {
    const subject = type === webhookTest ? null : webhookEvents[type]
    const { timestamp, data } = webhookBody.shape
    const body = z.object({
      type: z.literal(type),
      timestamp,
      data: z.object({ ...data.shape, subject: subject === null ? z.null() : z.literal(subject) }),
    })
    const name = `${eventName(type)}Event`
    schemas[name] = schemaOf(body as unknown as Endpoint['input'], 'output')
    webhooks[type] = {
      post: {
        operationId: `on${eventName(type)}`,
        tags: [webhookTag],
        summary: webhookSummaries[type],
        description:
          `A webhook of a merchant gets this call. ${subject ? `The ids name rows of the kind ${subject}.` : ''}`.trim(),
        security: [],
        parameters: webhookHeaders(true),
        requestBody: {
          required: true,
          content: { 'application/json': { schema: refTo(name), example: exampleOf(schemas[name]) } },
        },
        responses: {
          '2XX': { description: 'Received. Any other answer, or none within ten seconds, is repeated.' },
          410: { description: 'The receiver is gone: the webhook is paused.' },
        },
      },
    }
  }
  return { webhooks, schemas }
}

const faultContent = { 'application/json': { schema: refusedSchema(refusalNames) } }

/**
 * The OpenAPI 3.1 document of the APIs of one listener, generated from the contract. `chosen` limits it to some
 * endpoints.
 */
export function openApiDocument(url: string, apis: readonly Api[], chosen?: Choice): Json {
  const paths: Record<string, Json> = {}
  const schemas: Record<string, Json> = {
    Refused: {
      description: 'A refusal: its name for programs, and a sentence for people in the language of the request.',
      type: 'object',
      required: ['code', 'msg', 'data'],
      properties: {
        code: { const: 0 },
        msg: { type: 'string' },
        data: {
          type: 'object',
          required: ['reason'],
          properties: {
            reason: { type: 'string' },
            fields: {
              description: 'A sentence for each wrong field, by its path in the input.',
              type: 'object',
              additionalProperties: { type: 'string' },
            },
            values: { type: 'object' },
          },
        },
      },
      example: { code: 0, msg: 'Please log in again.', data: { reason: 'session/expired' } },
    },
  }
  const listed = endpointsOf(apis, chosen)
  for (const [name, endpoint] of listed) {
    if (endpoint.method !== 'GET' && !endpoint.upload)
      schemas[`${typeName(name)}Request`] = schemaOf(endpoint.input, 'input')
    if (!endpoint.file) schemas[`${typeName(name)}Response`] = doneSchema(schemaOf(endpoint.response, 'output'))
    for (const path of endpoint.alias ? [endpoint.path, endpoint.alias] : [endpoint.path]) {
      const body = bodyOf(name, endpoint)
      paths[path] = {
        [endpoint.method.toLowerCase()]: {
          operationId: path === endpoint.path ? name : `${name}Alias`,
          tags: [tagOf(endpoint)],
          summary: endpoint.summary,
          description: `${whoMay(endpoint)}${keyText(endpoint)}.`,
          security: securityOf(endpoint),
          parameters: parametersOf(endpoint),
          ...(body ? { requestBody: body } : {}),
          responses: answersOf(name, endpoint),
        },
      }
    }
  }
  const calls = apis.includes('merchant') ? webhooksOf() : null
  Object.assign(schemas, calls?.schemas)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Quayside',
      version: manifest.version,
      contact: { name: 'The operator of this platform', url },
      license: { name: 'Proprietary', url: `${url}/api` },
      description: 'Every answer is the envelope { code, msg, data }: code 1 done, 2 done with a notice, 0 refused.',
    },
    servers: [{ url }],
    tags: [
      ...[...new Set(listed.map(([, endpoint]) => tagOf(endpoint)))].map((name) => ({
        name,
        description: `Calls under /${name.replace(' ', '/')}.`,
      })),
      ...(calls ? [{ name: webhookTag, description: 'Calls that a webhook of a merchant gets.' }] : []),
    ],
    paths,
    ...(calls && { webhooks: calls.webhooks }),
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'header', name: 'token', description: 'The session of a person.' },
        ...(listed.some(([, { api }]) => api === 'merchant') && {
          apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of a merchant, beginning with qsk_.' },
        }),
        ...(listed.some(([, { access }]) => access.who === 'carrier') && {
          carrierKey: { type: 'http', scheme: 'bearer', description: 'An API key of a carrier, beginning with qck_.' },
        }),
      },
      parameters: {
        lang: {
          name: 'lang',
          in: 'header',
          required: false,
          description: 'The language of sentences for people.',
          schema: { type: 'string', default: defaultLanguage },
          example: defaultLanguage,
        },
        idempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: true,
          description: 'One for each intent. A repeated call with the same key gets the same answer.',
          schema: { type: 'string' },
          example: '01936d5e-7c1a-7000-8000-000000000002',
        },
      },
      responses: {
        Fault: { description: 'The request itself cannot be taken; `data.reason` says why', content: faultContent },
        TooMany: {
          description: 'Too many requests of this caller or network',
          headers: {
            'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
            RateLimit: { description: 'What is left in this minute.', schema: { type: 'string' } },
          },
          content: faultContent,
        },
      },
      schemas,
    },
  }
}

const escape = (text: string) =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]!)

const audiences: Record<Api, string> = {
  merchant: 'What a merchant’s app may do.',
  store: 'What buyers, card processors and carriers may do.',
  platform: 'What operators may do.',
}

/** The same document for people, as one HTML page without scripts. */
function readablePage(apis: readonly Api[]): string {
  const section = (api: Api) =>
    `<h2 id="${api}">/${api}</h2><p>${audiences[api]}</p>${endpointsOf([api])
      .map(
        ([
          name,
          endpoint,
        ]) => `<details id="${name}"><summary><code>${endpoint.method} ${endpoint.path}</code> <span>${escape(endpoint.summary)}</span></summary>
<dl><dt>Who may call</dt><dd>${escape(whoMay(endpoint))}${escape(keyText(endpoint))}${endpoint.idempotent ? '; an <code>Idempotency-Key</code> header is required' : ''}</dd>
<dt>Input</dt><dd><pre>${escape(JSON.stringify(schemaOf(endpoint.input, 'input'), null, 1))}</pre></dd>
<dt>Answer (<code>data</code>)</dt><dd><pre>${endpoint.file ? 'a file' : escape(JSON.stringify(schemaOf(endpoint.response, 'output'), null, 1))}</pre></dd>
<dt>Refusals</dt><dd>${endpoint.refusals.length ? `<ul>${endpoint.refusals.map((r) => `<li><code>${r}</code> ${escape(refusalMessage('en', r, {}))}</li>`).join('')}</ul>` : 'none of its own'}</dd></dl></details>`,
      )
      .join('\n')}`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Quayside API</title>
<style>:root{color-scheme:light dark;font:16px/1.5 system-ui}body{max-width:60rem;margin:0 auto;padding:1rem}summary{padding:.6rem 0;cursor:pointer}summary span{opacity:.8}
details{border-block-end:1px solid #8884}pre{overflow:auto;max-height:24rem;background:#8881;padding:.75rem;border-radius:8px}dt{font-weight:600}dd{margin:0 0 1rem}</style></head><body>
<h1>Quayside API</h1><p>JSON over HTTP, POST unless it says GET. Headers <code>token</code> (a session) or <code>Authorization: Bearer</code> (an API key), and <code>lang</code>. Every answer is <code>{ code, msg, data }</code>: code 1 done, 2 done with a notice,
0 refused, with <code>data.reason</code> for programs and <code>msg</code> for people. Money is a decimal string in US dollars. The same as a document for programs: <a href="/openapi.json">/openapi.json</a>.</p>
${apis.map(section).join('')}</body></html>`
}

/**
 * Serves `/openapi.json` and the readable page `/api`. Each is made at its first request: the schemas of all endpoints
 * take a third of the time of a start.
 */
export function serveApiDocument(http: FastifyInstance, url: string, apis: readonly Api[]): void {
  let document: string | undefined
  let page: string | undefined
  http.get('/openapi.json', (_request, reply) =>
    reply.type('application/json').send((document ??= JSON.stringify(openApiDocument(url, apis)))),
  )
  http.get('/api', async (_request, reply) => {
    await reply.helmet()
    return reply.type('text/html').send((page ??= readablePage(apis)))
  })
}
