/** Finished pages in memory: how long, how many, and made how often. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { everyShop, compressFast, PageCache, recompress, type CachedPage } from './page-cache.ts'

let connected: boolean
let change: (shopId: string | null) => void
let cache: PageCache
const pageOf = (size: number): CachedPage => ({ br: 'x'.repeat(size), tag: '"tag"', isRecompressed: false })
const limits = { page: 20_000, search: 5000 }
beforeEach(() => {
  connected = true
  cache = new PageCache(
    {
      get connected() {
        return connected
      },
      onShelfChange: (listener) => void (change = listener),
    },
    limits,
  )
})
afterEach(() => vi.restoreAllMocks())

const store = (shop: string, key: string, { kind = 'page' as 'page' | 'search', size = 1000, source = key } = {}) =>
  cache.open(shop, key, kind)(source, () => pageOf(size))

test('any number of searches leaves the other pages', () => {
  store(everyShop, 'en')
  store('shop', 'en product')
  for (let n = 0; n < 1000; n += 1) {
    store(everyShop, `search ${n}`, { kind: 'search' })
    store('shop', `search ${n}`, { kind: 'search' })
  }
  expect(cache.get(everyShop, 'en')).toBeDefined()
  expect(cache.get('shop', 'en product')).toBeDefined()
  const kept = Array.from({ length: 1000 }, (_, n) => cache.get('shop', `search ${n}`)).filter(Boolean)
  expect(kept.length).toBeGreaterThan(0)
  expect(kept.length * 1000).toBeLessThan(limits.search)
  expect(cache.get('shop', 'search 999')).toBeDefined()
})

test('the page that was used longest ago gives way, and a page of another size counts as it is', () => {
  const clock = vi.spyOn(performance, 'now')
  const at = (seconds: number) => clock.mockReturnValue(1000 * seconds)
  at(1)
  for (let n = 0; n < 8; n += 1) store(`shop ${n}`, 'page')
  at(10)
  expect(cache.get('shop 0', 'page')).toBeDefined()
  for (let n = 8; n < 13; n += 1) store(`shop ${n}`, 'page')
  expect(cache.get('shop 0', 'page')).toBeDefined()
  expect(cache.get('shop 1', 'page')).toBeUndefined()
  expect(cache.get('shop 12', 'page')).toBeDefined()
  const grown = cache.get('shop 12', 'page')!
  grown.br = 'x'.repeat(15_000)
  cache.resize(grown, 'shop 12', 'page')
  expect(cache.get('shop 8', 'page')).toBeUndefined()
  expect(cache.get('shop 12', 'page')).toBe(grown)
})

test('a change drops the pages of its shop and those of all shops; one of the catalogue drops all', () => {
  const keys = [everyShop, 'one', 'two']
  const kept = () => keys.filter((shop) => cache.get(shop, 'page'))
  for (const shop of keys) store(shop, 'page')
  change('one')
  expect(kept()).toEqual(['two'])
  for (const shop of keys) store(shop, 'page')
  change(null)
  expect(kept()).toEqual([])
})

test('a page that was read during a change is not kept, and none while changes are not heard', () => {
  const late = cache.open('one', 'page', 'page')
  change('one')
  late('source', () => pageOf(1))
  expect(cache.get('one', 'page')).toBeUndefined()
  connected = false
  store('one', 'page')
  connected = true
  expect(cache.get('one', 'page')).toBeUndefined()
  store('one', 'page')
  connected = false
  expect(cache.get('one', 'page')).toBeUndefined()
})

test('a page is read again after a change and after its longest age, and made again only if it shows something else', () => {
  const clock = vi.spyOn(performance, 'now')
  clock.mockReturnValue(1000)
  const make = vi.fn(() => pageOf(10))
  const read = (source: string) => cache.open('one', 'page', 'page')(source, make)
  const first = read('same')
  change('one')
  expect(cache.get('one', 'page')).toBeUndefined()
  expect(read('same')).toBe(first)
  expect(cache.get('one', 'page')).toBe(first)
  clock.mockReturnValue(1000 + PageCache.maxAge)
  expect(cache.get('one', 'page')).toBeUndefined()
  expect(read('same')).toBe(first)
  expect(make).toHaveBeenCalledTimes(1)
  change('one')
  const other = read('other')
  expect(other).not.toBe(first)
  expect(cache.get('one', 'page')).toBe(other)
})

test('a page that is being made is waited for, but not across a change or by a server that hears none', async () => {
  const ends: (() => void)[] = []
  const work = vi.fn(() => new Promise<number>((done) => ends.push(() => done(ends.length))))
  const share = () => cache.share('one', 'page', work)
  const [first, second] = [share(), share()]
  expect(work).toHaveBeenCalledTimes(1)
  change('one')
  const third = share()
  expect(work).toHaveBeenCalledTimes(2)
  connected = false
  const fourth = share()
  expect(work).toHaveBeenCalledTimes(3)
  for (const end of ends) end()
  await Promise.all([first, second, third, fourth])
  connected = true
  const fifth = share()
  expect(work).toHaveBeenCalledTimes(4)
  ends.at(-1)!()
  await fifth
  // A failure is that of everybody who waited, and the next one tries again.
  const failing = () => cache.share('one', 'page', () => Promise.reject(new Error('no page')))
  await expect(Promise.all([failing(), failing()])).rejects.toThrow('no page')
  await expect(failing()).rejects.toThrow('no page')
})

test('a kept page becomes smaller, and stays the same page', async () => {
  const html = Array.from({ length: 500 }, (_, n) => `<p>product ${n * 7919}</p>`).join('')
  const page = compressFast(html)
  const { br, tag } = page
  await recompress(page)
  expect(page.br.length).toBeLessThan(br.length)
  expect(page.tag).toBe(tag)
})
