/** Endpoints travel to a browser without what only the server reads. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { withoutServerParts, withPureCalls } from './endpoints.ts'

const folder = join(import.meta.dirname, '..', '..', 'packages', 'contract', 'src')

test('an endpoint keeps what a caller needs, and loses schemas, summary and refusals', () => {
  const source = `export const read = endpoint({
    api: 'merchant', path: '/merchant/a', summary: 'Reads, { and } and "commas", too.',
    access: merchant, tags: ['shop'],
    input: z.strictObject({ summary: z.string() }), response: z.object({ path: z.string() }), refusals: ['a/b'] })
    export const other = { summary: 'stays' }`
  const kept = withoutServerParts('a.ts', source)!
  expect(kept.replace(/\s+/g, ' ')).toBe(
    `export const read = endpoint({ api: 'merchant', path: '/merchant/a', access: merchant, tags: ['shop'], }) export const other = { summary: 'stays' }`,
  )
  expect(withoutServerParts('b.ts', `export const a = { summary: 'x' }`)).toBeUndefined()
})

test('calls of the top level are marked as pure, those of a function or for their effect are not', () => {
  const source = `const known = new Set<string>(); known.add('a'); const one = z.pipe(text(1), z.string().check(() => f()))
    export function later() { return g() }`
  expect(withPureCalls('a.ts', source)).toBe(
    `const known = /* @__PURE__ */ new Set<string>(); known.add('a'); const one = /* @__PURE__ */ z.pipe(/* @__PURE__ */ text(1), /* @__PURE__ */ z.string().check(() => f()))
    export function later() { return g() }`,
  )
})

test('every file of the contract stays valid', async () => {
  let changed = 0
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue
    const kept = withoutServerParts(name, await readFile(join(folder, name), 'utf8'))
    const marked = withPureCalls(name, kept ?? (await readFile(join(folder, name), 'utf8')))
    expect([name, parseSync(name, marked).errors]).toEqual([name, []])
    if (kept === undefined) continue
    changed += 1
    expect([name, parseSync(name, kept).errors]).toEqual([name, []])
    expect(kept).not.toMatch(/^ {2}(summary|input|response|refusals):(?! string\b)/m)
  }
  expect(changed).toBeGreaterThan(20)
})
