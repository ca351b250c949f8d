/** Shared markup is what React would make for each page. */
import type { PageFrame, SearchPage } from '@quayside/contract/storefront-pages'
import { storefrontMessages } from '@quayside/locales/catalogues'
import { expect, test } from 'vitest'
import { renderPage } from '../render.tsx'
import { escapeMarkup, keyOf, sharedMarkup } from './markup.ts'

const frameOf = (changes: Partial<PageFrame>): PageFrame => ({
  lang: 'en',
  origin: 'https://buy.example',
  path: '/search',
  canonical: null,
  mode: 'production',
  imprint: null,
  refresh: undefined,
  assets: { style: '/a.css', script: '/a.js', pay: '/p.js' },
  ...changes,
})
const card = {
  id: '1',
  shop: { code: 'ONE', name: 'One shop' },
  name: 'A mug',
  path: '/s/ONE/p/1/a-mug',
  textLanguage: 'en' as const,
  picture: '/files/1.webp',
  price: '14.99',
}
const search = (products: SearchPage['products']): SearchPage => ({
  page: 'search',
  query: { q: 'mug', category: null, sort: 'fit', number: 1, pages: 1 },
  total: products.length,
  categories: [],
  isNothing: false,
  instead: [],
  shops: [],
  products,
})
const render = (products: SearchPage['products'], changes: Partial<PageFrame> = {}) => {
  const frame = frameOf(changes)
  return renderPage(search(products), frame, storefrontMessages(frame.lang))
}

test('is made once for a key, and the first one gives way', () => {
  const markup = sharedMarkup(2)
  let made = 0
  const ask = (key: string) => markup(key, () => <b>{`${key} ${(made += 1)}`}</b>)
  expect([ask('a'), ask('b'), ask('a'), ask('c'), ask('b'), ask('a')]).toEqual([
    '<b>a 1</b>',
    '<b>b 2</b>',
    '<b>a 1</b>',
    '<b>c 3</b>',
    '<b>b 2</b>',
    '<b>a 4</b>',
  ])
  expect(keyOf('a', 'b c')).not.toBe(keyOf('a b', 'c'))
  expect(escapeMarkup(`<a href="x">'&`)).toBe('&lt;a href=&quot;x&quot;&gt;&#x27;&amp;')
})

test('a card says what its own product says: each field of it, the language and the place count', () => {
  expect(render([card])).toContain('$14.99')
  expect(render([{ ...card, price: '15.99' }])).toContain('$15.99')
  expect(render([{ ...card, name: 'A cup' }])).toContain('A cup')
  expect(render([{ ...card, shop: { code: 'ONE', name: 'Renamed' } }])).toContain('Renamed')
  expect(render([{ ...card, picture: null }])).not.toContain('/files/1')
  expect(render([{ ...card, path: '/s/ONE/p/1/other' }])).toContain('href="/en/s/ONE/p/1/other"')
  expect(render([{ ...card, textLanguage: 'ja' }])).toContain('lang="ja"><bdi>A mug')
  expect(render([card], { lang: 'ar' })).toContain('href="/ar/s/ONE/p/1/a-mug"')
  // The first two pictures are loaded before all others.
  const [first, , third] = render([card, card, card]).split('<li class="tile').slice(1)
  expect(first).toContain('fetchPriority="high"')
  expect(third).toContain('loading="lazy"')
})

test('words of people in a card or an address are text', () => {
  const html = render([{ ...card, name: '<script>1</script>', shop: { code: 'X', name: '"><b>' } }], {
    path: `/search?q=${encodeURIComponent('"')}&sort='><script>`,
  })
  expect(html).toContain('<bdi>&lt;script&gt;1&lt;/script&gt;</bdi>')
  expect(html).toContain('&quot;&gt;&lt;b&gt;')
  expect(html).toContain('value="/search?q=%22&amp;sort=&#x27;&gt;&lt;script&gt;"')
})

test('the field of the search has the words of its own page, as text', () => {
  const field = (q: string) =>
    /<input[^>]*>/.exec(renderPage({ ...search([]), query: { ...search([]).query, q } }, frameOf({}), texts))![0]
  const texts = storefrontMessages('en')
  expect(field('mug')).toContain('value="mug"')
  expect(field('lamp "<b>')).toContain('value="lamp &quot;&lt;b&gt;"')
  expect(
    renderPage({ page: 'notice', kind: 'not-found', sentence: 'Gone', back: null }, frameOf({}), texts),
  ).not.toContain('value="mug"')
})

test('header and footer are those of the language, the mode, the address and the imprint', () => {
  const imprint = { legalName: 'Quay Limited', address: '1 Quay', complaints: 'help@quay.example' }
  expect(render([], { mode: 'demo' })).toContain(storefrontMessages('en')('store.demo'))
  expect(render([])).not.toContain(storefrontMessages('en')('store.demo'))
  expect(render([], { imprint } as Partial<PageFrame>)).toContain('Quay Limited')
  expect(render([])).not.toContain('Quay Limited')
  expect(render([], { path: '/help' })).toContain('name="path" value="/help"')
  expect(render([], { path: '/promises' })).toContain('name="path" value="/promises"')
  expect(render([], { lang: 'fr' })).toContain('action="/fr/search"')
})
