/**
 * Asks the registry of npm which packages of package-lock.json have known holes: `npm run advisories`. Ends with 1 for
 * a hole of at least moderate severity, and with 77 where the registry's list of advisories cannot be reached.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { skipCode } from './programmes.ts'

type Report = {
  message?: string
  error?: { summary?: string }
  vulnerabilities?: Record<
    string,
    { severity: string; range: string; via: (string | { title: string; url: string })[] }
  >
}

const print = (line: string) => process.stdout.write(`${line}\n`)
const { stdout, stderr, error } = spawnSync('npm', ['audit', '--json', '--package-lock-only'], {
  cwd: join(import.meta.dirname, '..'),
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
const report = JSON.parse(stdout?.slice(stdout.indexOf('{')) || '{}') as Report
if (!report.vulnerabilities) {
  const reason = error?.message ?? report.message ?? report.error?.summary ?? stderr.trim().split('\n')[0]
  print(`skipped: the list of advisories is not reachable: ${reason}`)
  process.exit(skipCode)
}
const found = Object.entries(report.vulnerabilities)
for (const [name, { severity, range, via }] of found) {
  print(`${severity}: ${name} ${range}`)
  for (const one of via) if (typeof one !== 'string') print(`  ${one.title} ${one.url}`)
}
const failing = found.filter(([, { severity }]) => severity !== 'info' && severity !== 'low')
print(`${found.length} packages with known holes, ${failing.length} of them moderate or worse`)
process.exit(failing.length === 0 ? 0 : 1)
