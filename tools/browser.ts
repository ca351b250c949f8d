import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/**
 * The browser without windows has the same engine, and a page costs a third of the processor time. It shows no
 * notifications.
 */
const withoutWindows = ['/usr/bin/chromium-headless-shell']
const whole = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const present = (places: readonly string[]): string | undefined => places.find((path) => existsSync(path))

/** Installs what is missing from the system's packages, with fonts for every language of the product. */
function install(say: (line: string) => void): void {
  if (!existsSync('/usr/bin/apt-get')) return
  say('Installing Chromium and fonts from the system’s packages (once) …')
  const prefix = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const apt = (...args: string[]) => {
    const [command = '', ...rest] = [...prefix, 'apt-get', ...args]
    return (
      spawnSync(command, rest, {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      }).status === 0
    )
  }
  apt('update', '-qq')
  const packages = ['fonts-noto-core', 'fonts-noto-cjk', ...(present(whole) ? [] : ['chromium'])]
  // Not every distribution has the package without windows.
  if (!apt('install', '-y', '-qq', '--no-install-recommends', ...packages, 'chromium-headless-shell'))
    apt('install', '-y', '-qq', '--no-install-recommends', ...packages)
}

/** Path of a whole Chromium: CHROMIUM, else an installed one, else one from the system's packages. */
export async function findBrowser(say: (line: string) => void): Promise<string | undefined> {
  const wished = present([process.env['CHROMIUM'] ?? ''])
  if (!wished && !present(whole)) install(say)
  return wished ?? present(whole)
}

/** Path of the Chromium for the e2e tests: CHROMIUM, else the one without windows, else a whole one. */
export async function findTestBrowser(say: (line: string) => void): Promise<string | undefined> {
  const wished = present([process.env['CHROMIUM'] ?? ''])
  if (!wished && !(present(withoutWindows) && present(whole))) install(say)
  return wished ?? present(withoutWindows) ?? present(whole)
}
