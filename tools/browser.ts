import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * Path of a Chromium for the e2e tests: CHROMIUM, else an installed one, else one from the system's packages, with
 * fonts for every language of the product. Undefined if none can be installed.
 */
export async function findBrowser(say: (line: string) => void): Promise<string | undefined> {
  const found = [process.env['CHROMIUM'] ?? '', ...places].find((path) => path && existsSync(path))
  if (found) return found
  const root = process.getuid?.() === 0
  const apt = existsSync('/usr/bin/apt-get')
  if (apt) {
    say('Installing Chromium and fonts from the system’s packages (once) …')
    const prefix = root ? [] : ['sudo', '-n']
    const apt_ = (...args: string[]) => {
      const [command = '', ...rest] = [...prefix, 'apt-get', ...args]
      return (
        spawnSync(command, rest, {
          stdio: ['ignore', 'ignore', 'inherit'],
          env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
        }).status === 0
      )
    }
    apt_('update', '-qq')
    apt_('install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-core', 'fonts-noto-cjk')
    return places.find((path) => existsSync(path))
  }
  say('No Chromium was found; set CHROMIUM to the path of one.')
  return undefined
}
