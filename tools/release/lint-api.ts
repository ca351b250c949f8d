/**
 * Lints the OpenAPI documents of both listeners with redocly and spectral, which are not dependencies: programs of this
 * machine, such as from `npm install --global @redocly/cli @stoplight/spectral-cli`. Any problem fails, also a warning.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openApiDocument } from '../../apps/server/src/platform/http/openapi.ts'
import { skipCode } from '../programmes.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)
const run = (program: string, args: string[], cwd: string) => {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  return { status, stdout, text: `${stdout}${stderr}`.slice(-4000) }
}

const missing = ['redocly', 'spectral'].filter((name) => spawnSync('which', [name]).status !== 0)
if (missing.length > 0) {
  print(`skipped: needs ${missing.join(', ')}`)
  process.exit(skipCode)
}
const folder = mkdtempSync(join(tmpdir(), 'quayside-api-'))
let failed = 0
try {
  for (const [name, url, apis] of [
    ['public', 'https://shop.example', ['merchant', 'store']],
    ['console', 'https://desk.example', ['platform']],
  ] as const) {
    const file = join(folder, `${name}.json`)
    // On several lines, so that a problem has a place.
    writeFileSync(file, JSON.stringify(openApiDocument(url, [...apis]), null, 1))
    // A folder without settings of its own: redocly takes its recommended rules.
    const redocly = run('redocly', ['lint', '--format', 'json', file], folder)
    const { totals } = JSON.parse(redocly.stdout.slice(redocly.stdout.indexOf('{')) || '{}') as {
      totals?: { errors: number; warnings: number }
    }
    const whole = totals?.errors === 0 && totals.warnings === 0
    print(`${whole ? 'ok     ' : 'FAILED '} redocly, ${name}${whole ? '' : `\n${redocly.text}`}`)
    const rules = join(import.meta.dirname, 'spectral.yaml')
    const spectral = run('spectral', ['lint', file, '--ruleset', rules, '--fail-severity', 'hint'], folder)
    print(
      `${spectral.status === 0 ? 'ok     ' : 'FAILED '} spectral, ${name}${spectral.status === 0 ? '' : `\n${spectral.text}`}`,
    )
    failed += Number(!whole) + Number(spectral.status !== 0)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exit(failed === 0 ? 0 : 1)
