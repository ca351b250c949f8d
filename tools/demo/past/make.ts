/**
 * Makes the past of a demo, in a process of its own: `make.ts <days>`. `tools/start.ts` starts it, with the settings of
 * the server.
 */
import { readSettings } from '../../../apps/server/src/settings.ts'
import { makePast } from './past.ts'

const stopped = new AbortController()
process.on('SIGTERM', () => stopped.abort())
process.on('disconnect', () => stopped.abort())
const days = Number(process.argv[2])
const settings = readSettings(process.env)
try {
  await makePast({
    settings,
    operator: settings.firstOperator!,
    carriers: JSON.parse(process.env['QUAYSIDE_CARRIERS'] ?? '[]'),
    days,
    progress: (line) => process.stdout.write(`  ${line}\n`),
    signal: stopped.signal,
  })
  process.exit(0)
} catch (error) {
  if (!stopped.signal.aborted) process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
}
