/**
 * Lighthouse scores of a running demo (`npm start`) as a phone on a slow network: `node bench/lighthouse.ts`.
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
const { origin, token } = await visitDemo()
const folder = await mkdtemp(join(tmpdir(), 'quayside-lighthouse-'))
const browserPath = (await findBrowser(print))!

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

async function report(path: string, port: number): Promise<Report> {
  const file = join(folder, `${path}.json`)
  await promisify(execFile)('npx', [
    '--yes',
    lighthouse,
    `${origin}/#/pages/${path}`,
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
  for (const [path, session] of [
    ['login', null],
    ['index', token],
    ['order', token],
    ['distribution', token],
  ] as const) {
    const cold = await openCold(path, session)
    const { categories, audits } = await report(path, cold.port).finally(cold.close)
    const score = (name: string) => Math.round(100 * categories[name]!.score)
    print(
      `| ${path} | ${['performance', 'accessibility', 'best-practices', 'seo'].map(score).join(' | ')} | ${(audits['largest-contentful-paint']!.numericValue! / 1000).toFixed(2)} | ${audits['cumulative-layout-shift']!.numericValue!.toFixed(3)} |`,
    )
    for (const { title, score: part, scoreDisplayMode } of Object.values(audits))
      if (scoreDisplayMode === 'binary' && part === 0) faults.push(`${path}: ${title}`)
  }
  for (const fault of faults) print(fault)
} finally {
  if (process.env['KEEP']) print(`reports: ${folder}`)
  else await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
