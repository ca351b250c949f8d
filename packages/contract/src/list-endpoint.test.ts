import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { operator } from './endpoint.ts'
import { anyOf, fileOf, linked, listEndpoint, oneOf, searched, yesNo } from './list-endpoint.ts'

const list = listEndpoint({
  path: '/platform/thing/list',
  summary: 'Things.',
  access: operator('finance'),
  filters: {
    state: oneOf(['open', 'done'], 'open'),
    kind: anyOf(['big', 'small']),
    late: yesNo(),
    search: searched(5),
    day: linked(z.string()),
  },
  row: z.object({ id: z.string() }),
  pages: 'counted',
})
const file = fileOf(list, { path: '/platform/thing/export', list: 'Things' })
const parsed = (schema: unknown, input: object) => z.safeParse(schema as z.ZodMiniType, input)

test('a list validates the filters that it declares, and no others', () => {
  expect(parsed(list.input, {}).data).toEqual({ limit: 10, state: 'open' })
  const all = { state: 'done', kind: 'big', late: false, search: ' a ', day: 'x', cursor: 'c', limit: 5 }
  expect(parsed(list.input, all).data).toEqual({ ...all, search: 'a' })
  for (const wrong of [
    { state: 'gone' },
    { kind: '' },
    { late: 'yes' },
    { search: 'abcdef' },
    { other: 1 },
    { page: 2 },
  ])
    expect(parsed(list.input, wrong).success, JSON.stringify(wrong)).toBe(false)
  expect(parsed(list.response, { total: 1, list: [{ id: 'a' }], cursor: null }).success).toBe(true)
})

test('the file of a list takes its filters and has its access, without a place in the list', () => {
  expect(file).toMatchObject({ access: list.access, file: true, readOnly: true, api: 'platform' })
  expect(parsed(file.input, { late: true }).data).toEqual({ state: 'open', late: true })
  expect(parsed(file.input, { limit: 5 }).success).toBe(false)
})

test('a page reads what each filter offers', () => {
  expect(list.filters.state).toMatchObject({ kind: 'choice', values: ['open', 'done'], first: 'open' })
  expect(list.filters.kind).toMatchObject({ kind: 'choice', values: ['big', 'small'] })
  expect(Object.values(list.filters).map(({ kind }) => kind)).toEqual(['choice', 'choice', 'yes-no', 'search', 'link'])
})
