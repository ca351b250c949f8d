/** Builds the former release and today's, and runs a programme with both on a machine of its own (machine.ts). */
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { postgresBinaries } from '../embedded-postgres/embedded-postgres.ts'
import { skipCode } from '../programmes.ts'
import { machineProblem, runOnOwnMachine } from './machine.ts'

const root = join(import.meta.dirname, '..', '..')

/**
 * Starts `program` again on a machine of its own with the folders of the two releases: those of its arguments, or what
 * is built here, the former one from the commit that RELEASE names. Returns its exit code.
 */
export async function buildBoth(program: string): Promise<number> {
  const problem = machineProblem()
  if (problem) {
    process.stdout.write(`skipped: ${problem}\n`)
    return skipCode
  }
  let [, , former, today] = process.argv
  const built = join(tmpdir(), `quayside-releases-${process.pid}`)
  const tree = join(built, 'sources')
  const build = (at: string, name: string): string => {
    execFileSync(process.execPath, [join(at, 'tools', 'release', 'build.ts'), join(built, name)], {
      cwd: at,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    return join(built, name)
  }
  try {
    if (!former) {
      const release = process.env['RELEASE']
      if (!release) throw new Error('RELEASE: the commit of the former release')
      execFileSync('sh', ['-c', `mkdir -p ${tree} && git archive ${release} | tar -x -C ${tree}`], { cwd: root })
      // The packages of today, as links: the lock file of the former release is not installed.
      for (const folder of ['.', 'apps/server', 'apps/merchant', 'apps/console', 'apps/storefront'])
        execFileSync('sh', [
          '-c',
          `[ ! -d ${root}/${folder}/node_modules ] || cp -al ${root}/${folder}/node_modules ${tree}/${folder}/`,
        ])
      former = build(tree, 'former')
    }
    today ??= build(root, 'today')
    return runOnOwnMachine(['--disable-warning=ExperimentalWarning', program, former, today], await postgresBinaries())
  } finally {
    rmSync(built, { recursive: true, force: true })
  }
}
