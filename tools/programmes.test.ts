/** A programme that cannot run here is counted as skipped, not as passed. */
import { expect, test } from 'vitest'
import { runProgrammes, skipCode, type Programme } from './programmes.ts'

const programme = (name: string, script: string, more: Partial<Programme> = {}): Programme => ({
  name,
  args: ['-e', script],
  env: {},
  ...more,
})
const runAll = async (programmes: Programme[]) => {
  let text = ''
  const code = await runProgrammes(programmes, import.meta.dirname, (part) => (text += part))
  return { code, text }
}

test('a programme that ends with the code of a skip has not passed, and its reason is in the summary', async () => {
  const { code, text } = await runAll([
    programme('whole', 'console.log("skipped: only a word in its output")'),
    programme('elsewhere', `console.log('skipped: needs root'); process.exitCode = ${skipCode}`),
    programme('silent', `process.exitCode = ${skipCode}`),
  ])
  expect(text).toMatch(/\n1 passed, 0 failed, 2 skipped\n/)
  expect(text).toMatch(/skipped: elsewhere: needs root\nskipped: silent: no reason given\n$/)
  expect(code).toBe(0)
})

test('what a programme needs is looked for first', async () => {
  const { code, text } = await runAll([
    programme('program', 'process.exitCode = 1', { needs: { program: 'no-such-program-anywhere' } }),
    programme('variable', 'process.exitCode = 1', { needs: { variable: 'NO_SUCH_VARIABLE', what: 'a word' } }),
    programme('there', '', { needs: { program: 'sh' } }),
  ])
  expect(text).toContain('skipped: program: no-such-program-anywhere is not installed\n')
  expect(text).toContain('skipped: variable: NO_SUCH_VARIABLE is not set; it is a word\n')
  expect(text).toMatch(/\n1 passed, 0 failed, 2 skipped\n/)
  expect(code).toBe(0)
})

test('a failure, also by a signal, fails the whole; several skipped processes are one programme', async () => {
  const { code, text } = await runAll([
    programme('killed', 'process.kill(process.pid, "SIGKILL")'),
    programme('two at once', `process.exitCode = ${skipCode}`, { times: 2 }),
    programme('wrong', 'process.exitCode = 3'),
  ])
  expect(text).toMatch(/\n0 passed, 2 failed, 1 skipped\nfailed: killed\nfailed: wrong\n/)
  expect(code).toBe(1)
})
