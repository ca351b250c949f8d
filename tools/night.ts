/**
 * What takes too long for every change: twenty rounds of kills, the bank test for half an hour, a thousand runs of the
 * model, every screen in every look with every rule of accessibility. Lengths are the
 * environment's where it names them: ROUNDS, BANK_SECONDS, MODEL_RUNS, MODEL_STEPS.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const vitest = [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run']
const programmes = [
  { name: 'kills', args: [join(root, 'apps/server/test/crash.night.ts')], env: {} },
  { name: 'bank', args: [...vitest, 'apps/server/test/bank.test.ts'], env: { BANK_SECONDS: '1800' } },
  {
    name: 'model',
    args: [...vitest, 'apps/server/test/model.test.ts'],
    env: { MODEL_RUNS: '1000', MODEL_STEPS: '80' },
  },
  { name: 'build', args: [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', 'apps/merchant'], env: {} },
  { name: 'looks', args: [...vitest, 'e2e'], env: { EVERY_LOOK: '1' } },
]

let failed = 0
for (const { name, args, env } of programmes) {
  process.stdout.write(`\n— ${name}\n`)
  const code = await new Promise<number | null>((done) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...env, ...process.env } })
    child.once('exit', done)
  })
  if (code !== 0) failed += 1
}
process.stdout.write(`\n${programmes.length - failed} passed, ${failed} failed\n`)
process.exit(failed === 0 ? 0 : 1)
