/** Runs programmes of the nightly one after another and counts which passed, failed or were skipped. */
import { spawn, spawnSync } from 'node:child_process'
import { constants } from 'node:os'

/** Exit code of a programme that cannot run here. It has printed a line `skipped: <reason>`. */
export const skipCode = 77

/** What a programme cannot do without: a variable of the environment or a program of the machine. */
export type Need = { variable: string; what: string } | { program: string }

/**
 * `times`: so many processes at once. `built`: the programme opens the apps in a browser, as they are built from
 * today's sources.
 */
export type Programme = {
  name: string
  args: string[]
  env: Record<string, string>
  times?: number
  built?: true
  needs?: Need
}

/** Why the programme cannot run here; null when it can. */
function missing(needs: Need | undefined): string | null {
  if (!needs) return null
  if ('program' in needs)
    return spawnSync('which', [needs.program]).status === 0 ? null : `${needs.program} is not installed`
  return process.env[needs.variable] ? null : `${needs.variable} is not set; it is ${needs.what}`
}

type Ended = { code: number; reason: string }

/** One process of a programme. Its output is passed on; `reason` is what it said when it could not run. */
function runOne({ args, env, times = 1, needs }: Programme, root: string, print: (text: string) => void) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['inherit', 'pipe', 'inherit'],
    env: {
      ...env,
      ...process.env,
      // What a programme needs comes before the environment's own DATABASE_URL.
      ...(needs ? env : {}),
      // The runs of the model are already distributed.
      ...(times > 1 ? { MODEL_RUNS: env['MODEL_RUNS'] } : {}),
    },
  })
  let reason = ''
  let rest = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    print(text)
    const lines = (rest + text).split('\n')
    rest = lines.pop()!
    for (const line of lines) if (line.startsWith('skipped: ')) reason = line.slice('skipped: '.length)
  })
  return new Promise<Ended>((done) =>
    child.once('close', (code, signal) => done({ code: code ?? 128 + constants.signals[signal!], reason })),
  )
}

/** Returns the exit code: 0 when none failed. */
export async function runProgrammes(
  programmes: readonly Programme[],
  root: string,
  print: (text: string) => void = (text) => process.stdout.write(text),
): Promise<number> {
  const failed: string[] = []
  const skipped: string[] = []
  for (const programme of programmes) {
    const { name, times = 1 } = programme
    print(`\n— ${name}\n`)
    const reason = missing(programme.needs)
    if (reason) {
      print(`skipped: ${reason}\n`)
      skipped.push(`${name}: ${reason}`)
      continue
    }
    const ends = await Promise.all(Array.from({ length: times }, () => runOne(programme, root, print)))
    if (ends.some(({ code }) => code !== 0 && code !== skipCode)) failed.push(name)
    else if (ends.some(({ code }) => code === skipCode))
      skipped.push(`${name}: ${ends.find((end) => end.code === skipCode)!.reason || 'no reason given'}`)
  }
  const passed = programmes.length - failed.length - skipped.length
  print(
    `\n${passed} passed, ${failed.length} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}\n${[
      ...failed.map((name) => `failed: ${name}\n`),
      ...skipped.map((line) => `skipped: ${line}\n`),
    ].join('')}`,
  )
  return failed.length === 0 ? 0 : 1
}
