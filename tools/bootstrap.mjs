// The first step of `npm start` and `npm test`. Plain JavaScript, so that Node 20 can run it. Installs what is
// missing, then continues under the project's own Node.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const [command, ...rest] = process.argv.slice(2)
if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(`Quayside needs Node 20 or later to install itself; this is ${process.version}.`)
  process.exit(1)
}

const stamp = join(root, 'node_modules', '.quayside')
const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')
const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
if (installed !== wanted) {
  console.log('Installing packages (about a minute, once) …')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { status } = spawnSync(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
  })
  if (status !== 0) {
    console.error('npm could not install the packages; its own message stands above.')
    process.exit(status ?? 1)
  }
  writeFileSync(stamp, wanted)
}

const names = [
  `node-${process.platform}-${process.arch}`,
  `node-bin-${process.platform}-${process.arch}`,
  `node-win-${process.arch}`,
]
const binaries = names.flatMap((name) =>
  ['bin/node', 'bin/node.exe'].map((path) => join(root, 'node_modules', name, path)),
)
const own = binaries.find((path) => existsSync(path))
const node = own ?? (Number(process.versions.node.split('.')[0]) >= 26 ? process.execPath : undefined)
if (!node) {
  console.error(
    `There is no Node 26 package for ${process.platform} ${process.arch}; install Node 26 yourself and try again.`,
  )
  process.exit(1)
}

const child = spawn(node, [join(root, 'tools', `${command}.ts`), ...rest], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    // Node keeps what it has compiled: each further start of a program saves a second.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, '.cache', 'node'),
    PATH: `${dirname(node)}${process.platform === 'win32' ? ';' : ':'}${join(root, 'node_modules', '.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`,
  },
})
// The terminal sends Ctrl-C to the whole process group. The child stops in order, and then this process exits.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => (signal === 'SIGTERM' ? child.kill(signal) : undefined))
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
