/** The chart of accounts is the same in code, in docs/money.md and in the database. */
import { readFile } from 'node:fs/promises'
import { accounts, orderAccounts, readableCodes } from '@quayside/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { queryAll, sql } from '../../../platform/database/postgres.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Account = { code: string; side: string; guarded: boolean }
const byCode = (a: { code: string }, b: { code: string }) => (a.code < b.code ? -1 : 1)

const page = await readFile(new URL('../../../../../../docs/money.md', import.meta.url), 'utf8')
const rows = [
  ...page
    .split('\n## Accounts\n')[1]!
    .split('\n## ')[0]!
    .matchAll(/^\| `([^`]+)`\s*\| `([^`]+)`\s*\| `([^`]+)`\s*\|(.*)\|$/gm),
]
const documented = rows.map(([, readable, code, name, rest]) => {
  const [side, , guarded] = rest!.split('|').map((cell) => cell.trim())
  return { readable: readable!, code: code!, name: name!, side: side!, guarded: guarded === 'yes' }
})

test('docs/money.md lists every account with its three names', () => {
  const inCode = Object.entries(accounts).map(([name, code]) => ({ name, code, readable: readableCodes[code] }))
  expect(documented.map(({ name, code, readable }) => ({ name, code, readable }))).toEqual(inCode)
  expect(new Set(Object.values(readableCodes)).size).toBe(inCode.length)
})

test('the database has exactly these accounts, with these sides and guards', async () => {
  const stored = await queryAll(
    server.owner,
    sql<Account>`select name as code, case normal when 'D' then 'debit' else 'credit' end as side, guarded from ledger.kind`,
  )
  expect(stored.sort(byCode)).toEqual(
    documented.map(({ code, side, guarded }) => ({ code, side, guarded })).sort(byCode),
  )
})

test('a readable code begins with the class of its stored code', () => {
  const classes: Record<string, string> = { A: 'asset', L: 'liability', I: 'income', E: 'expense', Q: 'equity' }
  for (const [code, readable] of Object.entries(readableCodes)) expect(readable.split(':')[0]).toBe(classes[code[0]!])
})

test('the order screen has words for exactly the accounts in the templates of orders and refunds', async () => {
  const allowed = await queryAll(
    server.owner,
    sql<{ kind: string }>`select distinct kind from ledger.template where event ~ '^(order|refund|buyer|due)[.]'`,
  )
  expect(allowed.map(({ kind }) => kind).sort()).toEqual([...orderAccounts].sort())
})
