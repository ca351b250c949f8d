/**
 * Makes the past of a demo, or continues it until now, in a process of its own: `make.ts <days>`. `tools/start.ts`
 * starts it with the settings of the server, and it tells how far it is.
 */
import { readSettings } from '../../../apps/server/src/settings.ts'
import { makePast } from './past.ts'
import { showProgress } from './progress.ts'

const settings = readSettings(process.env)
const { line, onDay, end } = showProgress(process.stdout, (text) => process.send?.(text))
// An interrupted past begins again, so nothing has to be brought to an end.
const stop = () => {
  end()
  process.exit(1)
}
process.on('SIGTERM', stop)
process.on('disconnect', stop)
try {
  await makePast({
    settings,
    operator: settings.firstOperator!,
    carriers: JSON.parse(process.env['QUAYSIDE_CARRIERS'] ?? '[]'),
    days: Number(process.argv[2]),
    progress: line,
    onDay,
  })
  end()
  process.exit(0)
} catch (error) {
  end()
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
}
