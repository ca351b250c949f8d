import { approveWithdrawal, listWithdrawals } from '@quayside/contract/withdrawal-desk'
import { workCounts } from '@quayside/contract/work'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call, readInOneRequest, Refused } from './call.ts'

type Sent = { url: string; body: unknown }
let sent: Sent[] = []

beforeEach(() => {
  sent = []
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    const input = JSON.parse(body) as { calls?: { path: string }[] }
    sent.push({ url, body: input })
    const answers = input.calls?.map(({ path }) =>
      path === workCounts.path
        ? { status: 200, body: { code: 1, msg: '', data: { list: [] } } }
        : { status: 200, body: { code: 0, msg: 'Not now', data: { reason: 'request/busy' } } },
    )
    return Response.json({ code: 1, msg: '', data: answers ? { answers } : {} })
  })
})
afterEach(() => void vi.unstubAllGlobals())

const query = { query: true, cached: true }

test('the reads of one round are one request, and each has its own answer', async () => {
  let counts: unknown
  let refused: unknown
  readInOneRequest(() => {
    void call(workCounts, {}, query).then((data) => (counts = data))
    void call(listWithdrawals, { state: 'paid' }, query).catch((error: unknown) => (refused = error))
  })
  await vi.waitFor(() => expect(refused).toBeInstanceOf(Refused))
  expect(counts).toEqual({ list: [] })
  expect(refused).toMatchObject({ reason: 'request/busy', message: 'Not now' })
  expect(sent).toEqual([
    {
      url: '/platform/together',
      body: {
        calls: [
          { path: workCounts.path, input: {} },
          { path: listWithdrawals.path, input: { state: 'paid' } },
        ],
      },
    },
  ])
})

test('what a person sends meanwhile, and what changes something, is sent alone', async () => {
  readInOneRequest(() => undefined)
  await call(approveWithdrawal, { shopId: 'a', id: 'b' })
  await new Promise((done) => setTimeout(done, 5))
  await call(workCounts, {}, query)
  expect(sent.map(({ url }) => url)).toEqual([approveWithdrawal.path, workCounts.path])
})
