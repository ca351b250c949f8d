import { endpoints } from '@quayside/contract/endpoints'
import { refusalNames, type Access, type Api, type Endpoint } from '@quayside/contract'
import { defaultLanguage } from '@quayside/contract/constants'
import { refusalMessage } from '@quayside/locales/catalogues'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'

type Json = Record<string, unknown>

const schemaOf = (schema: Endpoint['input'], io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema as unknown as z.ZodType, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  }) as Json
  return rest
}

const whoMay = (access: Access): string => {
  if (access.who === 'merchant')
    return {
      any: 'A merchant',
      verified: 'A merchant with a verified shop',
      open: 'A merchant with a verified, open shop',
    }[access.shop]
  if (access.who === 'operator')
    return access.roles === 'any' ? 'Any operator' : `An operator with the role ${access.roles.join(' or ')}`
  return { anyone: 'Anyone', buyer: 'A buyer', processor: 'A card processor or a carrier, by signature' }[access.who]
}

const parametersOf = (endpoint: Endpoint): Json[] => {
  const list: Json[] = [
    { name: 'lang', in: 'header', required: false, schema: { type: 'string', default: defaultLanguage } },
  ]
  if (endpoint.idempotent)
    list.push({ name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string' } })
  if (endpoint.method === 'GET' || endpoint.upload) {
    const schema = schemaOf(endpoint.input, 'input') as { properties?: Record<string, Json>; required?: string[] }
    for (const [name, property] of Object.entries(schema.properties ?? {}))
      list.push({ name, in: 'query', required: schema.required?.includes(name) ?? false, schema: property })
  }
  return list
}

const bodyOf = (endpoint: Endpoint): Json | undefined => {
  if (endpoint.method === 'GET') return undefined
  if (endpoint.upload) {
    const file = { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } }
    return { required: true, content: { 'multipart/form-data': { schema: file } } }
  }
  return {
    required: true,
    content: { 'application/json': { schema: schemaOf(endpoint.input, 'input') } },
  }
}

const answersOf = (endpoint: Endpoint): Json => {
  const done = {
    type: 'object',
    required: ['code', 'msg', 'data'],
    properties: {
      code: { type: 'integer', enum: [1, 2] },
      msg: { type: 'string' },
      data: schemaOf(endpoint.response, 'output'),
    },
  }
  const refused = {
    type: 'object',
    required: ['code', 'msg', 'data'],
    properties: {
      code: { const: 0 },
      msg: { type: 'string' },
      data: {
        type: 'object',
        required: ['reason'],
        properties: {
          reason: {
            type: 'string',
            enum: endpoint.refusals.length > 0 ? [...endpoint.refusals, 'request/invalid'] : ['request/invalid'],
          },
          fields: { type: 'object', additionalProperties: { type: 'string' } },
          values: { type: 'object' },
        },
      },
    },
  }
  const fault = { $ref: '#/components/responses/Fault' }
  return {
    200: {
      description: 'Done, or refused for a reason of the business',
      content: endpoint.file
        ? {
            'application/json': { schema: refused },
            'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
          }
        : { 'application/json': { schema: { oneOf: [done, refused] } } },
    },
    400: fault,
    ...(endpoint.access.who === 'anyone' || endpoint.access.who === 'processor' ? {} : { 401: fault }),
    429: fault,
    500: fault,
    503: fault,
  }
}

const endpointsOf = (apis: readonly Api[]): [name: string, endpoint: Endpoint][] =>
  Object.entries(endpoints).filter(([, { api }]) => apis.includes(api))

/** The OpenAPI 3.1 document of the APIs of one listener, generated from the contract. */
export function openApiDocument(url: string, apis: readonly Api[]): Json {
  const paths: Record<string, Json> = {}
  for (const [name, endpoint] of endpointsOf(apis)) {
    for (const path of endpoint.alias ? [endpoint.path, endpoint.alias] : [endpoint.path]) {
      const body = bodyOf(endpoint)
      paths[path] = {
        [endpoint.method.toLowerCase()]: {
          operationId: path === endpoint.path ? name : `${name}Alias`,
          tags: [endpoint.api],
          summary: endpoint.summary,
          description: `${whoMay(endpoint.access)}.`,
          ...(endpoint.access.who === 'anyone' || endpoint.access.who === 'processor'
            ? {}
            : { security: [{ token: [] }] }),
          parameters: parametersOf(endpoint),
          ...(body ? { requestBody: body } : {}),
          responses: answersOf(endpoint),
        },
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Quayside',
      version: '1',
      description: 'Every answer is the envelope { code, msg, data }: code 1 done, 2 done with a notice, 0 refused.',
    },
    servers: [{ url }],
    paths,
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'token' } },
      responses: {
        Fault: {
          description: 'The request itself cannot be taken; `data.reason` says why',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['code', 'msg', 'data'],
                properties: {
                  code: { const: 0 },
                  msg: { type: 'string' },
                  data: { type: 'object', properties: { reason: { type: 'string', enum: refusalNames } } },
                },
              },
            },
          },
        },
      },
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
<dl><dt>Who may call</dt><dd>${escape(whoMay(endpoint.access))}${endpoint.idempotent ? '; an <code>Idempotency-Key</code> header is required' : ''}</dd>
<dt>Input</dt><dd><pre>${escape(JSON.stringify(schemaOf(endpoint.input, 'input'), null, 1))}</pre></dd>
<dt>Answer (<code>data</code>)</dt><dd><pre>${endpoint.file ? 'a file' : escape(JSON.stringify(schemaOf(endpoint.response, 'output'), null, 1))}</pre></dd>
<dt>Refusals</dt><dd>${endpoint.refusals.length ? `<ul>${endpoint.refusals.map((r) => `<li><code>${r}</code> ${escape(refusalMessage('en', r, {}))}</li>`).join('')}</ul>` : 'none of its own'}</dd></dl></details>`,
      )
      .join('\n')}`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Quayside API</title>
<style>:root{color-scheme:light dark;font:16px/1.5 system-ui}body{max-width:60rem;margin:0 auto;padding:1rem}summary{padding:.6rem 0;cursor:pointer}summary span{opacity:.8}
details{border-block-end:1px solid #8884}pre{overflow:auto;max-height:24rem;background:#8881;padding:.75rem;border-radius:8px}dt{font-weight:600}dd{margin:0 0 1rem}</style></head><body>
<h1>Quayside API</h1><p>JSON over HTTP, POST unless it says GET. Headers <code>token</code> and <code>lang</code>. Every answer is <code>{ code, msg, data }</code>: code 1 done, 2 done with a notice,
0 refused, with <code>data.reason</code> for programs and <code>msg</code> for people. Money is a decimal string in US dollars. The same as a document for programs: <a href="/openapi.json">/openapi.json</a>.</p>
${apis.map(section).join('')}</body></html>`
}

/** Serves `/openapi.json` and the readable page `/api`. */
export function serveApiDocument(http: FastifyInstance, url: string, apis: readonly Api[]): void {
  const document = JSON.stringify(openApiDocument(url, apis))
  const page = readablePage(apis)
  http.get('/openapi.json', (_request, reply) => reply.type('application/json').send(document))
  http.get('/api', async (_request, reply) => {
    await reply.helmet()
    return reply.type('text/html').send(page)
  })
}
