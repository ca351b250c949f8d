/**
 * Every word of every screen and sheet comes from the catalogue, and none is cut off in large letters. The nightly run
 * checks all seventeen languages, on the narrowest phone too.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages, type Language } from '@quayside/contract'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paths } from '../apps/merchant/src/paths.ts'
import { catalogueModule } from '../packages/locales/src/vite.ts'
import { allPaths, nameOf, openFullShop, type FullShop } from './full-shop.ts'
import { waitOutClickGuard, screenshot } from './environment.ts'
import { closeSheet, namesIn, openSheet, sheets } from './sheets.ts'

let full: FullShop
beforeAll(async () => {
  full = await openFullShop()
})
afterAll(() => full?.close())

/** Names that every language shares, and the parts of dates and times. */
const names =
  /\b(Quayside|US?D|USDT|USDC|PIX|CSV|PDF|QR|UTC|AM|PM|(Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*|(Mon|Tues?|Wed|Thu|Fri|Sat|Sun)[a-z]*)\b/g

/**
 * Collects the texts of the server's responses on this page, such as names that users entered. Identifiers of
 * programs are left out: no screen may show them.
 */
function gather(page: Page): Set<string> {
  const data = new Set<string>()
  const keep = (value: unknown): void => {
    if (typeof value === 'string' && !/^[a-z]+([-.][a-z]+)*$/.test(value)) data.add(value)
    else if (value && typeof value === 'object') Object.values(value).forEach(keep)
  }
  page.on('response', async (response) => {
    if (/json/.test(response.headers()['content-type'] ?? '')) keep(await response.json().catch(() => null))
  })
  return data
}

/** Around each text of the catalogue: they have no width and change no line break. */
const opening = '\u202A'
const closing = '\u202C'
const marked = new RegExp(
  `${opening}[^${opening}${closing}]*(${opening}[^${opening}${closing}]*${closing}[^${opening}${closing}]*)*${closing}`,
  'g',
)

/** If SHOTS names a folder, each mark also has the number of its key, in signs that nothing shows. */
const folder = process.env['SHOTS']
const keys: string[] = []
const noughtSign = '\u2060'
const oneSign = '\u2063'
const digits = 12
const numberOf = (key: string): string => {
  const at = keys.push(key) - 1
  return at.toString(2).padStart(digits, '0').replaceAll('0', noughtSign).replaceAll('1', oneSign)
}

/** Makes the app of this context mark the texts of the catalogue. */
async function markCatalogue(context: BrowserContext): Promise<void> {
  const body = await catalogueModule('en', {
    mark: (text, key) => `${opening}${folder ? numberOf(key) : ''}${text}${closing}`,
  })
  await context.route(/assets\/(early|first|rest)-/, (route) => route.fulfill({ contentType: 'text/javascript', body }))
}

/** Where a text was seen first: the picture, and the rectangle in its pixels. */
type Place = { picture: string; x: number; y: number; width: number; height: number }
const places: Record<string, Place> = {}
afterAll(() => {
  if (folder && Object.keys(places).length > 0)
    writeFileSync(join(folder, 'keys.json'), `${JSON.stringify(places, null, 2)}\n`)
})

/** Keeps a picture in which a translator finds the texts that no earlier picture has. */
async function keepPlaces(page: Page, name: string, fullPage: boolean): Promise<void> {
  const picture = `keys-${name}`
  const seen = await page.evaluate(
    ([start, nought, length]) => {
      const found: [at: number, x: number, y: number, width: number, height: number][] = []
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.textContent!
        const from = text.indexOf(start)
        if (from < 0 || node.parentElement!.closest('.sr-only')) continue
        const bits = Array.from(text.slice(from + 1, from + 1 + length), (sign) => (sign === nought ? '0' : '1')).join(
          '',
        )
        const range = document.createRange()
        range.selectNodeContents(node)
        const { x, y, width, height } = range.getBoundingClientRect()
        const [left, top] = [x + window.scrollX, y + window.scrollY]
        if (width > 0)
          found.push([
            parseInt(bits, 2),
            ...([left, top, width, height].map((n) => Math.round(n * devicePixelRatio)) as [
              number,
              number,
              number,
              number,
            ]),
          ])
      }
      return found
    },
    [opening, noughtSign, digits] as const,
  )
  const news = seen.filter(([at]) => keys[at] !== undefined && !places[keys[at]])
  if (news.length === 0) return
  for (const [at, x, y, width, height] of news) places[keys[at]!] ??= { picture: `${picture}.png`, x, y, width, height }
  await screenshot(page, picture, fullPage)
}

/** The texts of a page of marked texts that neither the catalogue nor the server's data has. */
async function notInCatalogue(page: Page, data: Set<string>): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const all: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement!.closest('script, style, noscript, [lang]:not(html)')) all.push(node.textContent!)
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt], [aria-description]'))
      for (const name of ['aria-label', 'placeholder', 'title', 'alt', 'aria-description'])
        all.push(element.getAttribute(name) ?? '')
    return [...all, document.title]
  })
  const known = [...data].sort((a, b) => b.length - a.length)
  const found = texts.filter((text) => {
    let rest = text.replace(marked, ' ')
    for (const value of [...known, ...languages.map((language) => language.name)]) rest = rest.replaceAll(value, ' ')
    return /\p{L}{2}/u.test(rest.replace(names, ' '))
  })
  return [...new Set(found)].map((text) => `not in the catalogue: ${text.trim()}`)
}

/**
 * Finds text that is cut off or overlaps its neighbour, words of the catalogue that break in the middle, and elements
 * that make the page scroll sideways.
 */
const cutOff = (page: Page, data: Set<string>) =>
  page.evaluate(
    (given) => {
      const found: string[] = []
      const width = document.documentElement.clientWidth
      if (document.documentElement.scrollWidth > width) found.push(`page: ${document.documentElement.scrollWidth}`)
      for (const element of document.querySelectorAll<HTMLElement>('body *')) {
        if (element.scrollWidth <= element.clientWidth + 1 || element.clientWidth === 0 || element.closest('.sr-only'))
          continue
        const style = getComputedStyle(element)
        const text = element.innerText?.trim()
        if (!text || ['auto', 'scroll'].includes(style.overflowX)) continue
        // Texts of users are shortened on purpose. Texts of the catalogue must fit.
        if (style.textOverflow === 'ellipsis' && given.some((value) => value && text.includes(value))) continue
        const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim())
        if (own || ['hidden', 'clip'].includes(style.overflowX))
          found.push(`${element.tagName}.${element.className}: ${text.slice(0, 60)}`)
      }
      const range = document.createRange()
      // A narrow column with one word in each line. Buttons are left out: they may wrap. Scripts without spaces have
      // no words to count.
      for (const element of document.querySelectorAll<HTMLElement>('body :not(button)')) {
        const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
        const words = own.flatMap((node) => node.textContent!.match(/[\p{L}\p{M}\u00AD’-]+/gu) ?? [])
        if (words.length < 3 || element.closest('.sr-only, script, style, noscript, :lang(ja), :lang(zh)')) continue
        if (element.getBoundingClientRect().width > 0.4 * width) continue
        const bottoms = own.flatMap((node) => {
          range.selectNodeContents(node)
          return [...range.getClientRects()].map(({ bottom }) => Math.round(bottom))
        })
        if (new Set(bottoms).size >= words.length) found.push(`squeezed: ${words.join(' ')}`)
      }
      // An element with a fixed position does not widen the page.
      for (const link of document.querySelectorAll<HTMLElement>('nav a')) {
        const { left, right } = link.getBoundingClientRect()
        if (left < -1 || right > width + 1) found.push(`outside: ${link.innerText}`)
      }
      const bottomOf = (node: Node, at: number) => {
        range.setStart(node, at)
        range.setEnd(node, at + 1)
        return [...range.getClientRects()].at(-1)?.bottom ?? 0
      }
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement!
        if (parent.closest('script, style, noscript, bdi, [dir=auto], .sr-only')) continue
        // In these scripts a line may break between any two characters.
        for (const { 0: word, index } of node.textContent!.matchAll(
          /[[\p{L}\p{M}]--[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}]]{2,}/gv,
        )) {
          const lower = bottomOf(node, index + word.length - 1) - bottomOf(node, index)
          if (lower > 8 && !given.some((value) => value.includes(word))) found.push(`broken: ${word}`)
        }
      }
      return found
    },
    [...data],
  )

test('browsers without Irish show Irish dates, countries and time zones', async () => {
  const { context, page } = await full.env.phone({ lang: 'ga' })
  await page.goto(full.env.origin)
  // The start page needs no login.
  await page.locator('main').waitFor()
  await full.visit(page, paths.order)
  const month = new Intl.DateTimeFormat('ga', { month: 'short', timeZone: 'UTC' }).format(new Date())
  await page
    .getByText(new RegExp(`\\d+ ${month} \\d{4}`))
    .first()
    .waitFor()
  await full.visit(page, paths.setting)
  await page.getByText('Crios ama', { exact: true }).click()
  await page.getByText('Meán-Am Greenwich').first().waitFor()
  await context.close()
})

/** LANGUAGES chooses languages, for work on a translation. */
const wished = process.env['LANGUAGES']?.split(',') as Language[] | undefined
const read = wished ?? (process.env['EVERY_LOOK'] ? languages.map((language) => language.code) : ['en'])
/** In large letters a line holds fewest of them, so every change is checked so; `every-screen` fits 320 px. */
const sizes = [
  { name: 'large', width: 390, letters: '200%' },
  ...(wished || process.env['EVERY_LOOK'] ? [{ name: 'narrow', width: 320, letters: '100%' }] : []),
] as const

/** Opens the app in a language. `check` looks at what is on the screen in each size, and keeps what is wrong. */
async function openIn(lang: Language) {
  const { context, page } = await full.env.phone({ lang })
  // Every language has the same keys, so one shows what is not in the catalogue.
  if (lang === 'en') await markCatalogue(context)
  const data = gather(page)
  const wrong: Record<string, string[]> = {}
  const size = (to: { width: number; letters: string }) =>
    Promise.all([
      page.setViewportSize({ width: to.width, height: 844 }),
      page.evaluate((letters) => document.documentElement.style.setProperty('font-size', letters), to.letters),
    ])
  await page.goto(full.env.origin)
  await page.addStyleTag({ content: '.sr-only { display: none !important }' })
  await size(sizes[0])
  return {
    page,
    wrong,
    async check(name: string, fullPage: boolean) {
      const strange = lang === 'en' ? await notInCatalogue(page, data) : []
      if (strange.length > 0) wrong[name] = strange
      for (const [turn, to] of sizes.entries()) {
        if (turn > 0) await size(to)
        // The lists measure their rows again.
        if (turn > 0) await page.waitForTimeout(50)
        const found = await cutOff(page, data)
        if (found.length > 0) wrong[`${name}, ${to.name}`] = found
        await screenshot(page, `${lang}-${to.name}-${name}`, fullPage)
      }
      if (folder && lang === 'en') {
        await size({ width: 390, letters: '100%' })
        await page.waitForTimeout(50)
        await keepPlaces(page, name, fullPage)
        await size(sizes[0])
      } else if (sizes.length > 1) await size(sizes[0])
    },
    close: () => context.close(),
  }
}

describe.each(read)('%s', (lang) => {
  // Only the hash changes: one page load for all screens.
  test.concurrent('each word of a screen is whole and of the catalogue', async () => {
    const { page, wrong, check, close } = await openIn(lang)
    for (const path of allPaths) {
      await full.visit(page, path)
      await check(nameOf(path), true)
    }
    expect(wrong).toEqual({})
    await close()
  }, 240_000)

  test.concurrent('each word of a sheet is whole and of the catalogue', async () => {
    const { page, wrong, check, close } = await openIn(lang)
    const called = namesIn(lang)
    let at = ''
    for (const sheet of sheets) {
      if (sheet.path !== at) await full.visit(page, sheet.path)
      else await waitOutClickGuard(page)
      at = sheet.path
      await openSheet(page, sheet, called)
      await check(`sheet-${sheet.name}`, false)
      await closeSheet(page)
    }
    expect(wrong).toEqual({})
    await close()
  }, 240_000)
})
