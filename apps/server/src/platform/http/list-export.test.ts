/** What a file of a list holds: the pages of the list's own route, as cells that no spreadsheet runs. */
import { text } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { endpoint, exportEndpoint, maxExportedRows, operator } from '@quayside/contract'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { withExport } from './list-export.ts'
import { defineRoute, type Call, type Download } from './route.ts'

const access = operator('auditor')
const listThings = endpoint({
  api: 'platform',
  path: '/platform/thing/list',
  summary: 'Things.',
  access,
  readOnly: true,
  input: z.strictObject({
    limit: z._default(z.int(), 10),
    cursor: z.optional(z.string()),
    color: z._default(z.string(), 'red'),
  }),
  response: z.object({
    list: z.array(
      z.object({
        id: z.string(),
        state: z.int(),
        note: z.nullable(z.string()),
        use: z.nullable(z.object({ code: z.string(), by: z.object({ name: z.string() }) })),
        tags: z.array(z.string()),
        late: z.boolean(),
      }),
    ),
    cursor: z.nullable(z.string()),
  }),
  refusals: [],
})
const exportThings = exportEndpoint({
  path: '/platform/thing/export',
  list: 'Things',
  access,
  input: z.strictObject({ color: z._default(z.string(), 'red') }),
})

type Thing = { id: string; state: number; note: string | null; use: object | null; tags: string[]; late: boolean }
const aThing = (id: string, other: Partial<Thing> = {}): Thing => ({
  id,
  state: 1,
  note: null,
  use: null,
  tags: [],
  late: false,
  ...other,
})

/** The file of a list with these pages, and the inputs that the list was asked with. */
async function fileOf(pages: (index: number) => { list: Thing[]; cursor: string | null }) {
  const asked: unknown[] = []
  const list = defineRoute(
    listThings,
    async (_call, input) => {
      asked.push(input)
      return pages(asked.length - 1) as never
    },
    { audit: { subject: 'product', act: 'searched' } },
  )
  const [same, { handler, audit }] = withExport(list, exportThings, 'things', { state: { '1': 'open' } })
  expect(same).toBe(list)
  expect(audit).toMatchObject({ subject: 'product', act: 'exported' })
  const call = {
    ctx: { db: {}, replica: null },
    actor: { who: 'operator', operatorId: 'o', roles: ['auditor'] },
    now: new Date('2026-11-26T00:00:00Z'),
  } as unknown as Call
  const file = (await handler(call, { color: 'blue' }, undefined)) as Download
  expect(file.name).toBe('quayside-things-2026-11-26.csv')
  return { asked, content: await text(file.body as Readable) }
}

test('the columns are the fields of the rows, and no cell begins a formula', async () => {
  const { content } = await fileOf(() => ({
    list: [
      aThing('a', { note: '=HYPERLINK("x", 1)', use: { code: '-1', by: { name: '@Ana, “Port”' } }, tags: ['x', 'y'] }),
      aThing('b', { state: 2, note: '\t=1+1\nnext', late: true }),
    ],
    cursor: null,
  }))
  expect(content.startsWith('\ufeff')).toBe(true)
  expect(parse(content, { bom: true })).toEqual([
    ['id', 'state', 'note', 'use.code', 'use.by.name', 'tags', 'late'],
    ['a', 'open', `'=HYPERLINK("x", 1)`, `'-1`, `'@Ana, “Port”`, '["x","y"]', 'false'],
    ['b', '2', `'\t=1+1\nnext`, '', '', '[]', 'true'],
  ])
})

test('pages follow one another with the filter of the file, up to the most rows of one', async () => {
  const page = Array.from({ length: 100 }, (_, i) => aThing(String(i)))
  const some = await fileOf((index) => ({ list: page, cursor: index < 2 ? `after-${index}` : null }))
  expect(some.asked).toEqual([
    { color: 'blue', limit: 100 },
    { color: 'blue', limit: 100, cursor: 'after-0' },
    { color: 'blue', limit: 100, cursor: 'after-1' },
  ])
  expect(some.content.trimEnd().split('\r\n')).toHaveLength(1 + 300)
  const endless = await fileOf((index) => ({ list: page, cursor: `after-${index}` }))
  const lines = endless.content.trimEnd().split('\r\n')
  expect(lines).toHaveLength(1 + maxExportedRows + 1)
  expect(lines.at(-1)).toContain('More rows match')
})
