import { fork } from 'node:child_process'
import { join } from 'node:path'

/**
 * Settings of the database while a past is made. A past that is interrupted begins again, so nothing waits for the
 * disk before the database is stopped.
 */
export const pastDatabaseSettings = [
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'jit=off',
]

/**
 * Runs `make.ts` in a process of its own, which gives its memory back. Its messages go to the terminal, and how far it
 * is to `told`. After the signal it resolves without a finished past.
 */
export function runMaker(
  env: NodeJS.ProcessEnv,
  days: number,
  signal: AbortSignal,
  told: (progress: string) => void,
): Promise<void> {
  return new Promise((made, failed) => {
    const maker = fork(join(import.meta.dirname, 'make.ts'), [String(days)], {
      env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: true,
    })
    maker.on('message', (progress) => told(String(progress)))
    const stop = () => maker.kill('SIGTERM')
    signal.addEventListener('abort', stop, { once: true })
    maker.once('exit', (code) => {
      signal.removeEventListener('abort', stop)
      if (code === 0 || signal.aborted) made()
      else
        failed(
          new Error(
            'the past of the demo could not be made; its own message stands above. Start again: it begins anew. `npm start -- --past 0` starts without a past.',
          ),
        )
    })
  })
}
