/** Keys and messages of a build: what a desk asks for is what it gets. */
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInThisContext } from 'node:vm'
import { expect, test } from 'vitest'
import { wordMessage, type Message } from '../src/lib/texts.ts'
import { builtMessages } from './messages.ts'
import { consoleKeys, shortKeys, templatesOf, withShortKeys, type Texts } from './text-keys.ts'

const texts: Texts = {
  'stock.title': 'Stock',
  'stock.state.open': 'Open',
  'stock.n': '{n, plural, =0 {None} one {# piece} other {# pieces of {all, number}}}',
  'stock.share': '{share, number, percent} of {name}',
  'stock.act': 'Of the contract',
}
/** What a module of messages exports. */
const exported = (code: string) =>
  runInThisContext(`{ ${code.replace('export default', '')} }`) as Record<string, Message>

test('a key that a template may make, or that the contract has, stays; each other one is a place', () => {
  const templates = templatesOf('a.tsx', 'text(`stock.state.${state}`); `${shop}.${id}`; `stock. ${a}`')
  const short = shortKeys([texts], templates, new Set(['stock.act']))
  expect(Object.fromEntries(short)).toEqual({ 'stock.title': 'A0', 'stock.n': 'A1', 'stock.share': 'A2' })
  expect(withShortKeys('a.ts', `text("stock.title", { label: 'stock.act' })`, short)).toBe(
    `text('A0', { label: 'stock.act' })`,
  )
  expect(withShortKeys('a.ts', `text('other')`, short)).toBeUndefined()

  // Another language may have another order.
  const messages = exported(builtMessages(Object.fromEntries(Object.entries(texts).toReversed()), short))
  expect(Object.keys(messages).toSorted()).toEqual(['A0', 'A1', 'A2', 'stock.act', 'stock.state.open'])
  expect(messages['A0']).toBe('Stock')
  const pieces = (n: number) => wordMessage(messages['A1']!, { n, all: 12_000 })
  expect([0, 1, 2000].map(pieces)).toEqual(['None', '1 piece', '2,000 pieces of 12,000'])
  expect(wordMessage(messages['A2']!, { share: 0.25, name: 'Mira' })).toBe('25% of Mira')
  expect(wordMessage(messages['A2']!, { share: 0.25 })).toBe('25% of ')
})

test('most keys of the console are short, and its messages have no other parts than the console words', async () => {
  const short = await consoleKeys()
  let all = 0
  const kinds = new Set<string>()
  const note = (message: Message) => {
    if (typeof message === 'string') return
    for (const part of message)
      if (typeof part !== 'string') {
        kinds.add(part[1] ?? 'value')
        if (part[1] === 'plural') Object.values(part[2]).forEach(note)
      }
  }
  const folder = join(import.meta.dirname, '..', 'src', 'locales', 'en')
  for (const name of readdirSync(folder)) {
    const file = ((await import(join(folder, name))) as { default: Texts }).default
    all += Object.keys(file).length
    Object.values(exported(builtMessages(file, short))).forEach(note)
  }
  const sources = globSync('**/*.tsx', { cwd: join(folder, '..', '..') })
  // Nobody could tell which keys it makes.
  expect(
    sources.filter((name) => /\bt(ext)?\(`\$\{/i.test(readFileSync(join(folder, '..', '..', name), 'utf8'))),
  ).toEqual([])
  expect(short.size / all).toBeGreaterThan(0.55)
  expect(new Set(short.values()).size).toBe(short.size)
  expect([...kinds].toSorted()).toEqual(['number', 'plural', 'value'])
})
