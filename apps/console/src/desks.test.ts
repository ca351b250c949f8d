import {
  accounts,
  adjustmentKinds,
  cancelReasons,
  closingReasons,
  closingScopes,
  ledgerEvents,
  operatorRoles,
  orderEventKinds,
  orderEventSources,
  platformLedgerEvents,
  privacyProofs,
  restrictionScopes,
  treasuryKinds,
  workDesks,
  workKinds,
} from '@quayside/contract'
import { endpoints } from '@quayside/contract/endpoints'
import { accountChanges } from '@quayside/contract/withdrawal-desk'
import { searchKinds, searchRoles } from '@quayside/contract/search'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { deskTemplates, templatesOf } from '../build/text-keys.ts'
import { actKeys } from './components/act.tsx'
import approvals from './locales/en/approvals.ts'
import { claimKey } from './components/ClaimLine.tsx'
import { desks, mayOpen } from './desks.ts'
import { places } from './desks/work/places.ts'
import { formatAmount } from './lib/format.ts'
import { addressOfSubject, deskOf, linkedKinds } from './lib/subjects.ts'
import { accountName, causeName, eventName, movementName, sourceName } from './lib/ledger.ts'
import { createText } from './lib/texts.ts'
import withdrawals from './locales/en/withdrawals.ts'

test('what the search finds opens at one desk, for each role that finds it and may open the desk', () => {
  for (const kind of searchKinds) {
    const found = desks.filter(({ finds, lists }) => finds === kind || lists === kind)
    expect(found, kind).toHaveLength(1)
    const [{ roles, isShopItem, path, lists }] = found as [(typeof desks)[number]]
    const mayOpenIt = roles === 'any' ? operatorRoles : roles
    if (lists === kind) expect(mayOpenIt, path).toEqual(expect.arrayContaining([...searchRoles[kind]]))
    else expect([...searchRoles[kind]].toSorted(), path).toEqual([...mayOpenIt].toSorted())
    // These details are named by the shop and the id.
    if (['order', 'withdrawal', 'deposit', 'refund', 'dispute'].includes(kind)) expect(isShopItem, path).toBe(true)
  }
})

test('no desk with acts gives the keys of their decisions to another decision', () => {
  const files = globSync('desks/**/*.tsx', { cwd: import.meta.dirname }).map((file) =>
    readFileSync(`${import.meta.dirname}/${file}`, 'utf8'),
  )
  const withActs = files.filter((source) => source.includes('components/act.tsx'))
  expect(withActs.length).toBeGreaterThan(8)
  const taken = Object.values(actKeys).join('')
  for (const source of withActs) expect(source).not.toMatch(new RegExp(`keys: '[${taken}]'`))
})

test('who proposes what another person signs is told before who can sign it', () => {
  const proposing = Object.entries(endpoints)
    .filter(([, { readOnly, response }]) => !readOnly && 'actId' in ((response as { shape?: object }).shape ?? {}))
    .map(([name]) => name)
  expect(proposing.length).toBeGreaterThan(15)
  const files = globSync('desks/**/*.tsx', { cwd: import.meta.dirname }).map(
    (file) => [file, readFileSync(`${import.meta.dirname}/${file}`, 'utf8')] as const,
  )
  let found = 0
  for (const name of proposing) {
    const callers = files.filter(([, source]) => new RegExp(`useApiMutation\\(${name}\\b`).test(source))
    found += callers.length
    const silent = callers.filter(([, source]) => !/signedBy|<Signers /.test(source)).map(([file]) => file)
    expect(silent, name).toEqual([])
  }
  expect(found).toBeGreaterThan(12)
})

test('no desk with items of the work queue gives the key of the claim to a decision', () => {
  const files = globSync('desks/**/*.tsx', { cwd: import.meta.dirname })
  const withClaim = files
    .map((file) => [file, readFileSync(`${import.meta.dirname}/${file}`, 'utf8')] as const)
    .filter(([, source]) => / claim=\{/.test(source))
  expect(withClaim.length).toBeGreaterThan(12)
  expect(withClaim.filter(([, source]) => source.includes(`keys: '${claimKey}'`)).map(([file]) => file)).toEqual([])
})

test('each kind of subject has a desk', () => {
  expect(linkedKinds.length).toBeGreaterThan(18)
  for (const kind of linkedKinds)
    expect(
      desks.some(({ path }) => path === deskOf(kind)),
      kind,
    ).toBe(true)
  expect(addressOfSubject('order', 'id', 'shop')).toEqual({ to: '/orders', search: { row: 'shop_id' } })
  expect(addressOfSubject('order', 'id', null)).toBeNull()
  expect(addressOfSubject('session', 'id')).toBeNull()
  expect(addressOfSubject('act', 'id')).toEqual({ to: '/approvals', search: { view: 'all', row: 'id' } })
})

test('each kind of work is decided at a desk that each of its roles may open', () => {
  for (const kind of workKinds) {
    const found = desks.find(({ path }) => path === places[kind].to)
    expect(found, kind).toBeDefined()
    for (const role of workDesks[kind]) expect(mayOpen(found!, [role]), `${kind} ${role}`).toBe(true)
  }
})

test('every line that a signer reads has a label of its own', () => {
  const modules = `${import.meta.dirname}/../../server/src/modules`
  const sources = globSync('**/*.ts', { cwd: modules })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(`${modules}/${file}`, 'utf8'))
    .filter((source) => source.includes('defineActKind'))
  const labels = new Set(
    sources.flatMap((source) => [...source.matchAll(/label: '([a-z-]+)'/g)].map(([, label]) => label)),
  )
  expect(labels.size).toBeGreaterThan(20)
  expect([...labels].filter((label) => !(`field.${label}` in approvals))).toEqual([])
})

test('people read names instead of the codes of the books', () => {
  const nameless = (codes: readonly string[], nameOf: (code: string) => string) =>
    codes.filter((code) => nameOf(code) === code)
  expect([
    ...nameless(Object.values(accounts), accountName),
    ...nameless([...ledgerEvents, ...platformLedgerEvents, ...orderEventKinds], eventName),
    ...nameless(orderEventSources, sourceName),
    ...nameless([...cancelReasons, 'refund-order', 'paid-late', 'dispute-won'], causeName),
    ...nameless(treasuryKinds, movementName),
    ...[
      ...closingScopes.map((one) => `scope.${one}`),
      ...restrictionScopes.map((one) => `restriction.${one}`),
      ...closingReasons.map((one) => `reason.${one}`),
      ...adjustmentKinds.map((one) => `adjustment.${one}`),
      ...privacyProofs.map((one) => `proof.${one}`),
    ].filter((one) => !(`value.${one}` in approvals)),
    ...accountChanges.filter((what) => !(`withdrawals.change.${what}` in withdrawals)),
  ]).toEqual([])
  expect(eventName('withdrawal.requested')).toBe('Withdrawal requested')
})

test('every text is used: by its key, or by a template of its key', async () => {
  const read = (pattern: string) => globSync(pattern, { cwd: import.meta.dirname })
  const sources = read('**/*.{ts,tsx}')
    .filter((file) => !file.startsWith('locales/') && !file.endsWith('.test.ts'))
    .map((file) => [file, readFileSync(`${import.meta.dirname}/${file}`, 'utf8')] as const)
  const source = sources.map(([, text]) => text).join('\n')
  const templates = [
    ...sources.flatMap(([file, text]) => templatesOf(file, text)),
    ...(await deskTemplates(sources.map(([, text]) => text))),
  ]
  const keys = await Promise.all(
    read('locales/en/*.ts').map(async (file) => {
      const texts = (await import(`./locales/en/${basename(file, '.ts')}.ts`)) as { default: Record<string, string> }
      return Object.keys(texts.default)
    }),
  )
  const unused = keys.flat().filter((key) => !source.includes(`'${key}'`) && !templates.some((made) => made.test(key)))
  expect(keys.flat().length).toBeGreaterThan(2000)
  expect(unused).toEqual([])
})

test('an amount in a sentence is worded by formatAmount', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: import.meta.dirname }).filter((file) => !file.endsWith('.test.ts'))
  const sources = files.map((file) => [file, readFileSync(`${import.meta.dirname}/${file}`, 'utf8')] as const)
  expect(files.length).toBeGreaterThan(100)
  // A dollar sign before a value, in a template or a text, is an amount without its separators.
  expect(
    sources.filter(([, source]) => /\$\$\{|['"`]\$['"`]|\$\{\{|\$\{['"]\$/.test(source)).map(([file]) => file),
  ).toEqual([])
  // No other function makes its text: the placeholders of amounts take no plain text.
  expect(sources.filter(([, source]) => /as AmountText\b/.test(source)).map(([file]) => file)).toEqual([
    'lib/format.ts',
  ])
  expect(sources.filter(([, source]) => /\bformatMoney\b/.test(source)).map(([file]) => file)).toEqual([
    'lib/format.ts',
  ])
  expect(formatAmount('1234567.50')).toBe('$1,234,567.50')
  expect(formatAmount('-1234.50', 'BRL')).toBe('-R$1,234.50')
  const worded = createText({ 'test.sum': 'Pay {amount}.' })
  // @ts-expect-error a plain text is no amount
  worded('test.sum', { amount: '$1234.50' })
})
