/** The OpenAPI document: it is whole, its examples are accepted, and it keeps what a release promised. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Api, Endpoint } from '@quayside/contract'
import { endpoints } from '@quayside/contract/endpoints'
import { callTypes, webhookBody } from '@quayside/contract/integrations'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { breakingChanges, type ApiDocument } from '../../../test/api-changes.ts'
import { openApiDocument } from './openapi.ts'

type Operation = {
  operationId: string
  tags: string[]
  security: Record<string, string[]>[]
  requestBody?: { content: Record<string, { example?: unknown }> }
  responses: Record<string, { content?: Record<string, { example?: { data: unknown } }> }>
}
const documentOf = (...apis: Api[]) =>
  openApiDocument('https://shop.example', apis) as ApiDocument & { tags: { name: string }[] }
const publicDocument = documentOf('merchant', 'store')
const operationsOf = (document: ApiDocument) =>
  Object.values(document.paths).flatMap((methods) => Object.values(methods)) as unknown as Operation[]

/**
 * Changes that break a program, with the release that announced them. Such a change also needs a line in the
 * changelog.
 */
const announced: readonly string[] = []

test('nothing that the last release promised to programs is gone', () => {
  const folder = join(import.meta.dirname, '..', '..', '..', '..', '..', 'docs', 'api')
  const last = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .at(-1)!
  const released = JSON.parse(readFileSync(join(folder, last), 'utf8')) as ApiDocument
  expect(Object.keys(released.paths).length).toBeGreaterThan(100)
  expect(breakingChanges(released, publicDocument).filter((change) => !announced.includes(change))).toEqual([])
})

test('the comparison sees what would break a program, and nothing else', () => {
  type Parts = { schemas: Record<string, any>; paths: Record<string, any>; webhooks: Record<string, any> }
  const changed = (change: (document: Parts) => void) => {
    const document = structuredClone(publicDocument)
    const { paths, webhooks } = document
    change({ schemas: document.components['schemas'] as never, paths, webhooks: webhooks! })
    return breakingChanges(publicDocument, document)
  }
  expect(changed(() => undefined)).toEqual([])
  expect(changed(({ paths }) => delete paths['/merchant/wallet'])).toEqual(['POST /merchant/wallet: is gone'])
  expect(changed(({ schemas }) => delete schemas['MeResponse'].properties.data.properties.shopCode)).toEqual([
    'POST /merchant/me answer.shopCode: is gone',
  ])
  expect(
    changed(({ schemas }) => (schemas['MeResponse'].properties.data.properties.demo = { type: 'string' })),
  ).toEqual(['POST /merchant/me answer.demo: boolean became string'])
  expect(
    changed(({ schemas }) => (schemas['MeResponse'].properties.data.properties.shopCode.type = ['string', 'null'])),
  ).toEqual(['POST /merchant/me answer.shopCode: string became string or null'])
  expect(changed(({ schemas }) => schemas['OrderDetailRequest'].required.push('more'))).toEqual([
    'POST /merchant/order/detail.more: is required',
  ])
  expect(changed(({ webhooks }) => delete webhooks['order.paid'])).toEqual(['webhook order.paid: is gone'])
  expect(changed(({ schemas }) => delete schemas['OrderPaidEvent'].properties.data.properties.ids)).toEqual([
    'webhook order.paid.data.ids: is gone',
  ])
  expect(
    changed(({ schemas }) => (schemas['ApplyRequest'] = {})).length +
      changed(({ schemas }) => (schemas['MeResponse'].properties.data.properties.added = { type: 'string' })).length +
      changed(({ schemas }) => (schemas['OrderDetailRequest'].properties.added = { type: 'string' })).length,
  ).toBe(0)
})

test('every operation says who may call it, and by which key', () => {
  const operations = operationsOf(publicDocument)
  for (const { operationId, security } of operations) {
    const { access, scope } = endpoints[operationId.replace(/Alias$/, '')]!
    const isOpen = access.who === 'anyone' || access.who === 'processor'
    expect([operationId, security]).toEqual([
      operationId,
      isOpen
        ? []
        : access.who === 'carrier'
          ? [{ carrierKey: [scope] }]
          : [{ session: [] }, ...(scope ? [{ apiKey: [scope] }] : [])],
    ])
  }
  const tags = publicDocument.tags.map(({ name }) => name)
  expect(operations.flatMap((one) => one.tags).filter((tag) => !tags.includes(tag))).toEqual([])
})

test('every call of a webhook stands there with its body, headers and answers', () => {
  const webhooks = publicDocument.webhooks as Record<string, { post: Required<Operation> & Record<string, any> }>
  const { schemas } = publicDocument.components as { schemas: Record<string, any> }
  expect(Object.keys(webhooks).toSorted()).toEqual([...callTypes].toSorted())
  for (const [type, { post }] of Object.entries(webhooks)) {
    const { schema, example } = post['requestBody'].content['application/json'] as Record<string, any>
    const { properties } = schemas[schema.$ref.split('/').at(-1)]
    expect(webhookBody.parse(example).type).toBe(type)
    expect(properties.type.const).toBe(type)
    expect(properties.data.required).toEqual(['shopId', 'subject', 'ids'])
    expect(post['parameters'].map(({ name, required }: any) => [name, required])).toEqual([
      ['webhook-id', true],
      ['webhook-timestamp', true],
      ['webhook-signature', true],
    ])
    expect(Object.keys(post.responses)).toEqual(['410', '2XX'])
  }
  expect(documentOf('platform').webhooks).toBe(undefined)
})

test('formats are named, responses are open, inputs are closed', () => {
  const { schemas } = publicDocument.components as { schemas: Record<string, object> }
  const closed = Object.entries(schemas).filter(
    ([name, schema]) => name.endsWith('Response') && JSON.stringify(schema).includes('"additionalProperties":false'),
  )
  expect(closed.map(([name]) => name)).toEqual([])
  expect(schemas['RevokeApiKeyRequest']).toMatchObject({
    properties: { id: { type: 'string', format: 'uuid' } },
    additionalProperties: false,
  })
  expect(JSON.stringify(schemas['ListApiKeysResponse'])).toContain('"format":"date-time"')
})

test('the examples are what the server takes and sends', () => {
  let examples = 0
  const wrong: string[] = []
  const check = (name: string, schema: Endpoint['input'], value: unknown) => {
    if (value === undefined) return
    examples += 1
    const parsed = z.safeParse(schema, value)
    if (!parsed.success)
      wrong.push(`${name}: ${parsed.error.issues[0]!.path.join('.')} ${parsed.error.issues[0]!.message}`)
  }
  for (const operation of operationsOf(documentOf('merchant', 'store', 'platform'))) {
    const endpoint = endpoints[operation.operationId.replace(/Alias$/, '')]!
    check(`${operation.operationId} input`, endpoint.input, operation.requestBody?.content['application/json']?.example)
    const response = operation.responses['200']!.content?.['application/json']?.example
    check(`${operation.operationId} response`, endpoint.response, response?.data)
  }
  expect(wrong).toEqual([])
  expect(examples).toBeGreaterThan(300)
})
