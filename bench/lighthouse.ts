/**
 * Lighthouse scores of a running demo (`npm start`), merchant app and storefront, as a phone on a slow network:
 * `node bench/lighthouse.ts`.
 * Lighthouse is ten times as large as the app's own tools, so it is no dependency: npx fetches this exact version.
 * An argument chooses screens by name (`front|cart`). `RUNS=3` prints the median of three runs. `KEEP=1` keeps the
 * reports and prints their folder.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'
import { freePort } from '../apps/server/src/platform/database/free-port.ts'
import { findBrowser } from '../tools/browser.ts'
import { visitDemo } from '../tools/demo/demo-session.ts'

type Report = {
  categories: Record<string, { score: number }>
  audits: Record<
    string,
    {
      title: string
      score: number | null
      scoreDisplayMode: string
      numericValue?: number
      details?: { items?: { resourceType?: string; transferSize?: number }[] }
    }
  >
}

const lighthouse = 'lighthouse@13.5.0'
const print = (line: string) => process.stdout.write(`${line}\n`)
const { origin, token, shopPage } = await visitDemo()
const folder = await mkdtemp(join(tmpdir(), 'quayside-lighthouse-'))
const browserPath = (await findBrowser(print))!

/** `session`: the token of a merchant; `cookie`: the one of a buyer's cart. */
type Screen = { name: string; url: string; session: string | null; cookie?: string }

/** Pages of the storefront: those that a search engine or an advertisement leads to. */
async function storefrontScreens(): Promise<Screen[]> {
  const { origin: storefront } = new URL(shopPage)
  const [product] = /\/en\/s\/[\w-]+\/p\/[\w/-]+/.exec(await (await fetch(shopPage)).text()) ?? []
  if (!product) throw new Error(`no product at ${shopPage}`)
  const [, , , code = '', , listing = ''] = product.split('/')
  const added = await fetch(`${storefront}/en/cart`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: storefront, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ shop: code, listing, quantity: '1', variant: await firstVariant(product, storefront) }),
  })
  const [cookie = ''] = added.headers.getSetCookie()[0]?.split(';') ?? []
  return [
    { name: 'front', url: `${storefront}/en` },
    { name: 'shop', url: shopPage },
    { name: 'product', url: `${storefront}${product}` },
    { name: 'product, Arabic', url: `${storefront}${product.replace('/en/', '/ar/')}` },
    { name: 'search', url: `${storefront}/en/search?q=a` },
    { name: 'cart', url: `${storefront}/en/cart`, cookie },
    { name: 'checkout', url: `${storefront}/en/checkout/${code}`, cookie },
  ].map((screen) => ({ ...screen, session: null }))
}

/** The first variant that the page of a product offers; empty when there is no choice. */
async function firstVariant(path: string, storefront: string): Promise<string> {
  const html = await (await fetch(`${storefront}${path}`)).text()
  return /name="variant"[^>]*>.*?<option value="([^"]+)"/s.exec(html)?.[1] ?? ''
}

/** A new browser for each screen, so that its cache is empty. Lighthouse finds it by its port. */
async function openCold(screen: string, session: string | null) {
  const port = await freePort()
  const browser = await chromium.launchPersistentContext(join(folder, screen), {
    executablePath: browserPath,
    args: [`--remote-debugging-port=${port}`, '--no-sandbox', '--disable-gpu'],
  })
  // The session is in the browser's storage. Lighthouse must not clear it.
  const page = await browser.newPage()
  await page.goto(`${origin}/api`)
  await page.evaluate((held) => held && localStorage.setItem('token', held), session)
  await page.close()
  return { port, close: () => browser.close() }
}

async function report({ name, url, cookie }: Screen, port: number): Promise<Report> {
  const file = join(folder, `${name}.json`)
  await promisify(execFile)('npx', [
    '--yes',
    lighthouse,
    url,
    `--port=${port}`,
    '--disable-storage-reset',
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    ...(cookie ? [`--extra-headers=${JSON.stringify({ cookie })}`] : []),
  ])
  return JSON.parse(await readFile(file, 'utf8')) as Report
}

/** Bytes of the first view without its pictures, as they travel. */
const bytesOf = ({ audits }: Report): number =>
  (audits['network-requests']!.details?.items ?? [])
    .filter(({ resourceType }) => resourceType !== 'Image')
    .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)

const median = (list: readonly number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!
const runs = Number(process.env['RUNS'] ?? 1)
const chosen = process.argv[2]?.split('|')

try {
  print('| screen | performance | accessibility | best practices | SEO | LCP, s | CLS | kB without pictures | load |')
  print('| --- | --- | --- | --- | --- | --- | --- | --- | --- |')
  const faults = new Set<string>()
  const merchantScreens = ['login', 'index', 'order', 'distribution'].map((name) => ({
    name,
    url: `${origin}/#/pages/${name}`,
    session: name === 'login' ? null : token,
  }))
  for (const screen of [...merchantScreens, ...(await storefrontScreens())]) {
    const { name } = screen
    if (chosen && !chosen.includes(name)) continue
    const reports: Report[] = []
    for (let run = 0, failed = 0; run < runs; run += 1) {
      const cold = await openCold(`${name} ${run} ${failed}`, screen.session)
      try {
        reports.push(await report(screen, cold.port))
      } catch (error) {
        // On a busy machine the browser sometimes records no navigation.
        if ((failed += 1) > 3) throw error
        run -= 1
      } finally {
        await cold.close()
      }
    }
    const middle = (figure: (one: Report) => number) => median(reports.map(figure))
    const scores = ['performance', 'accessibility', 'best-practices', 'seo'].map((category) =>
      Math.round(100 * middle(({ categories }) => categories[category]!.score)),
    )
    const lcp = middle(({ audits }) => audits['largest-contentful-paint']!.numericValue!) / 1000
    const cls = middle(({ audits }) => audits['cumulative-layout-shift']!.numericValue!)
    print(
      `| ${[name, ...scores, lcp.toFixed(2), cls.toFixed(3), (middle(bytesOf) / 1000).toFixed(1), loadavg()[0]!.toFixed(1)].join(' | ')} |`,
    )
    for (const { audits } of reports)
      for (const { title, score, scoreDisplayMode } of Object.values(audits))
        if (scoreDisplayMode === 'binary' && score === 0) faults.add(`${name}: ${title}`)
  }
  for (const fault of faults) print(fault)
} finally {
  if (process.env['KEEP']) print(`reports: ${folder}`)
  else await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
