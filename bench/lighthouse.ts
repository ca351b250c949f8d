/**
 * Lighthouse scores of a running demo (`npm start`), merchant app and storefront, as a phone on a slow network:
 * `node bench/lighthouse.ts`.
 * Lighthouse is ten times as large as the app's own tools, so it is no dependency: npx fetches this exact version.
 * `KEEP=1` keeps its reports and prints their folder.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'
import { freePort } from '../apps/server/src/platform/free-port.ts'
import { findBrowser } from '../tools/browser.ts'
import { visitDemo } from '../tools/demo/demo-session.ts'

type Report = {
  categories: Record<string, { score: number }>
  audits: Record<string, { title: string; score: number | null; scoreDisplayMode: string; numericValue?: number }>
}

const lighthouse = 'lighthouse@13.5.0'
const print = (line: string) => process.stdout.write(`${line}\n`)
const { origin, token, shopPage } = await visitDemo()
const folder = await mkdtemp(join(tmpdir(), 'quayside-lighthouse-'))
const browserPath = (await findBrowser(print))!

type Screen = { name: string; url: string; session: string | null }

/** Pages of the storefront: those that a search engine or an advertisement leads to. */
async function storefrontScreens(): Promise<Screen[]> {
  const { origin: storefront } = new URL(shopPage)
  const [product] = /\/en\/s\/[\w-]+\/p\/[\w/-]+/.exec(await (await fetch(shopPage)).text()) ?? []
  if (!product) throw new Error(`no product at ${shopPage}`)
  return [
    { name: 'front', url: `${storefront}/en` },
    { name: 'shop', url: shopPage },
    { name: 'product', url: `${storefront}${product}` },
    { name: 'product, Arabic', url: `${storefront}${product.replace('/en/', '/ar/')}` },
    { name: 'search', url: `${storefront}/en/search?q=a` },
  ].map((screen) => ({ ...screen, session: null }))
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

async function report({ name, url }: Screen, port: number): Promise<Report> {
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
  ])
  return JSON.parse(await readFile(file, 'utf8')) as Report
}

try {
  print('| screen | performance | accessibility | best practices | SEO | LCP, s | CLS |')
  print('| --- | --- | --- | --- | --- | --- | --- |')
  const faults: string[] = []
  const merchantScreens = ['login', 'index', 'order', 'distribution'].map((name) => ({
    name,
    url: `${origin}/#/pages/${name}`,
    session: name === 'login' ? null : token,
  }))
  for (const screen of [...merchantScreens, ...(await storefrontScreens())]) {
    const { name } = screen
    const cold = await openCold(name, screen.session)
    const { categories, audits } = await report(screen, cold.port).finally(cold.close)
    const score = (category: string) => Math.round(100 * categories[category]!.score)
    print(
      `| ${name} | ${['performance', 'accessibility', 'best-practices', 'seo'].map(score).join(' | ')} | ${(audits['largest-contentful-paint']!.numericValue! / 1000).toFixed(2)} | ${audits['cumulative-layout-shift']!.numericValue!.toFixed(3)} |`,
    )
    for (const { title, score: part, scoreDisplayMode } of Object.values(audits))
      if (scoreDisplayMode === 'binary' && part === 0) faults.push(`${name}: ${title}`)
  }
  for (const fault of faults) print(fault)
} finally {
  if (process.env['KEEP']) print(`reports: ${folder}`)
  else await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
