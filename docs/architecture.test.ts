/**
 * Guards the structure that architecture.md describes: its tables of import directions are read from that page.
 * Files that nothing imports are found by knip (`npm run check`).
 */
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, normalize, sep } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** SQL outside a store: file → reason. A file that moves its SQL into a store leaves this list. */
const sqlExceptions: Record<string, string> = {
  'apps/server/src/modules/shop/catalogue/stock.ts': 'the store of stock movements',
  'apps/server/src/modules/money/ledger/post-entries.ts': 'calls the posting function of the database',
  'apps/server/src/modules/shop/listings/for-sale.ts': 'composes statements of its store',
  'apps/server/src/modules/shop/listings/answer-notices.ts': 'composes statements of its store',
  'apps/server/src/modules/shop/listings/change-listings.ts': 'composes statements of its store',
  'apps/server/src/modules/selling/orders/placing/stock-hold.ts': 'the store of stock holds',
  'apps/server/src/modules/selling/orders/placing/make-room.ts': 'the store of holds that give way',
  'apps/server/src/modules/money/reconciliation/reconcile.ts': 'runs the checks in one snapshot',
  'apps/server/src/composition/subjects.ts': 'resolves subjects over the tables of all modules',
  'apps/server/src/providers/test-bank.ts': 'has a table of its own in demo mode',
  'apps/server/src/providers/test-processor.ts': 'has tables of its own in demo mode',
}

type Import = { from: string; to: string }

const sourceFiles = globSync('{apps,packages,tools,e2e,bench,docs}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: (name) => name === 'node_modules' || name === 'dist' || name === '.data',
}).map((file) => file.replaceAll(sep, '/'))

/** `@quayside/contract/endpoints` → the file that package.json names for it. */
const packageFiles = new Map(
  globSync('packages/*/package.json', { cwd: root }).flatMap((file) => {
    const { name, exports } = JSON.parse(read(file)) as { name: string; exports: string | Record<string, string> }
    const entries = typeof exports === 'string' ? [['.', exports] as const] : Object.entries(exports)
    return entries.map(([key, target]) => [normalize(join(name, key)), normalize(join(dirname(file), target))])
  }),
)

function resolveImport(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier)).replaceAll(sep, '/')
  return packageFiles.get(specifier)
}

/** Every import of the repository's own files: static, type-only, re-exported and dynamic ones. */
const imports: Import[] = sourceFiles.flatMap((from) => {
  const source = read(from)
  const { module } = parseSync(from, source)
  const specifiers = [
    ...module.staticImports.map((item) => item.moduleRequest.value),
    ...module.staticExports.flatMap((item) => item.entries.map((entry) => entry.moduleRequest?.value ?? '')),
    ...module.dynamicImports.map(({ moduleRequest }) => source.slice(moduleRequest.start + 1, moduleRequest.end - 1)),
  ]
  return [...new Set(specifiers)]
    .flatMap((specifier) => resolveImport(from, specifier) ?? [])
    .map((to) => ({ from, to }))
})

const isTest = (file: string) => /\.(test|night)\.tsx?$/.test(file) || file.startsWith('apps/server/test/')

/** Rows of the table whose first header is `header`: name in the first cell → names in the last. */
function table(header: string): Map<string, string[]> {
  const names = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!.replace(/\/$/, ''))
  const lines = read('docs/architecture.md').split('\n')
  const start = lines.findIndex((line) => new RegExp(`^\\| ${header} +\\|.*imports? +\\|$`).test(line))
  expect(start, `architecture.md has a table "${header}"`).toBeGreaterThan(0)
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'))
  const rows = lines.slice(start + 2, end).map((line) => line.split('|').slice(1, -1))
  return new Map(rows.map((cells) => [names(cells[0])[0]!, names(cells.at(-1))]))
}

/** What the code imports that the table does not allow, and what the table names that the code does not import. */
function differences(allowed: Map<string, string[]>, folderOf: (file: string) => string | undefined, used: Import[]) {
  const found = new Map<string, string>()
  for (const { from, to } of used) {
    const [importer, imported] = [folderOf(from), folderOf(to)]
    if (importer && imported && importer !== imported) found.set(`${importer} → ${imported}`, `${from} imports ${to}`)
  }
  const listed = [...allowed].flatMap(([importer, names]) => names.map((name) => `${importer} → ${name}`))
  return [
    ...[...found]
      .filter(([arrow]) => !listed.includes(arrow))
      .map(([arrow, example]) => `not allowed: ${arrow} (${example})`),
    ...listed.filter((arrow) => !found.has(arrow)).map((arrow) => `listed, but not used: ${arrow}`),
  ]
}

const firstGroup = (pattern: RegExp) => (file: string) => pattern.exec(file)?.[1]
const production = imports.filter(({ from }) => !isTest(from))

test('packages, apps and tools import each other only in the directions of architecture.md', () => {
  const folderOf = firstGroup(/^((?:apps|packages)\/[^/]+|tools|e2e|bench)\//)
  const ofE2e = imports.filter(({ from }) => from.startsWith('e2e/'))
  expect(differences(table('folder'), folderOf, [...production, ...ofE2e])).toEqual([])
})

test('server modules import each other only in the directions of architecture.md, and each stands below its imports', () => {
  const allowed = table('module')
  expect(differences(allowed, firstGroup(/^apps\/server\/src\/modules\/[^/]+\/([^/]+)\//), production)).toEqual([])
  const order = [...allowed.keys()]
  const upward = [...allowed].flatMap(([name, imported]) =>
    imported.filter((other) => order.indexOf(other) >= order.indexOf(name)).map((other) => `${name} → ${other}`),
  )
  expect(upward).toEqual([])
})

test('each module is in the room that architecture.md names', () => {
  const rooms = [...read('docs/architecture.md').matchAll(/^\| `([a-z-]+)` +\| ([a-z]+) +\|/gm)].map(
    ([, module, room]) => `${room}/${module}`,
  )
  const folders = globSync('apps/server/src/modules/*/*', { cwd: root }).map((path) =>
    path.split(sep).slice(-2).join('/'),
  )
  expect(rooms.sort()).toEqual(folders.sort())
})

test('platform and domain import no module and no provider; a module imports no provider and not the composition', () => {
  const wrong = (importer: string, imported: RegExp) =>
    production.filter(({ from, to }) => from.startsWith(`apps/server/src/${importer}/`) && imported.test(to))
  expect(wrong('platform', /^apps\/server\/src\/(domain|modules|providers)\//)).toEqual([])
  expect(wrong('domain', /^apps\/server\/src\/(modules|providers)\//)).toEqual([])
  expect(wrong('modules', /^apps\/server\/src\/(providers\/|composition\/|cli\/|main\.ts)/)).toEqual([])
})

test('journeys use the server through its test index only', () => {
  const inside = imports.filter(
    ({ from, to }) => from.startsWith('e2e/') && to.startsWith('apps/server/') && to !== 'apps/server/test/index.ts',
  )
  expect(inside).toEqual([])
})

test('folders of the merchant app import each other only in the directions of architecture.md', () => {
  const folderOf = firstGroup(/^apps\/merchant\/src\/([^/]+)\//)
  expect(differences(table('app folder'), folderOf, production)).toEqual([])
  expect(differences(table('screens'), firstGroup(/^apps\/merchant\/src\/screens\/([^/]+)\//), production)).toEqual([])
})

test('no files import each other in a cycle, types included', () => {
  const targets = Map.groupBy(production, ({ from }) => from)
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (file: string, path: string[]) => {
    const start = path.indexOf(file)
    if (start >= 0) cycles.push([...path.slice(start), file].join(' → '))
    if (start >= 0 || done.has(file)) return
    for (const { to } of targets.get(file) ?? []) visit(to, [...path, file])
    done.add(file)
  }
  for (const file of targets.keys()) visit(file, [])
  expect(cycles).toEqual([])
})

const serverFiles = sourceFiles.filter((file) => file.startsWith('apps/server/src/') && !isTest(file))
const holdsSql = (file: string) => /\bsql\s*(<[^`;]*>)?\s*`/.test(read(file))

test('only tests and the past of a demo set the cost of hashes', () => {
  const callers = sourceFiles.filter((file) => /\bsetHashCost\(/.test(read(file)))
  expect(callers.toSorted()).toEqual([
    'apps/server/src/modules/people/identity/password.test.ts',
    'apps/server/test/cheap-hashes.ts',
    'tools/demo/past/server.ts',
  ])
})

test('only a store holds SQL; a file of platform is the store of its own tables', () => {
  const outside = serverFiles.filter(
    (file) => holdsSql(file) && !/(^|[/-])store\.ts$/.test(file) && !file.startsWith('apps/server/src/platform/'),
  )
  expect(outside.filter((file) => !(file in sqlExceptions))).toEqual([])
})

test('a table is written by one module: the ledger by ledger only', () => {
  const writers = new Map<string, Set<string>>()
  for (const file of serverFiles) {
    const owner = /^apps\/server\/src\/(?:modules\/[^/]+\/)?([^/]+)/.exec(file)![1]!
    for (const [, name] of read(file).matchAll(
      /\b(?:insert into|update|delete from|truncate) ((?:ledger\.)?[a-z][a-z_]+)/g,
    ))
      if (!['of', 'set', 'skip', 'only'].includes(name!))
        writers.set(name!, (writers.get(name!) ?? new Set()).add(owner))
    if (/\bledger\.(post|reverse|void)\w*\(/.test(read(file))) writers.set('ledger.posting', new Set([owner]))
  }
  const shared = [...writers]
    .filter(([, owners]) => owners.size > 1)
    .map(([name, owners]) => `${name}: ${[...owners].join(', ')}`)
  expect(shared).toEqual([])
  const ledger = [...writers].filter(([name]) => name.startsWith('ledger.'))
  expect(ledger.filter(([, owners]) => !owners.has('ledger'))).toEqual([])
})

test('only packages/ui/src/buttons.tsx has raw buttons: every other one has the click guard', () => {
  const raw = sourceFiles.filter(
    (file) => /^(apps\/merchant\/src|packages\/ui\/src)\/.*\.tsx$/.test(file) && /<button[\s>]/.test(read(file)),
  )
  expect(raw).toEqual(['packages/ui/src/buttons.tsx'])
})

test('no product code casts to never, which fits every type', () => {
  const files = sourceFiles.filter((file) => /^(apps|packages)\//.test(file) && !/\.test\.|\/test\//.test(file))
  expect(files.length).toBeGreaterThan(1000)
  expect(files.filter((file) => /\bas never\b/.test(read(file)))).toEqual([])
})

test('no comment breaks in mid-sentence where the next word would fit, and no doc comment stands above another', () => {
  const broken = sourceFiles.flatMap((file) => {
    const lines = read(file).split('\n')
    return lines.flatMap((line, i) => {
      const [, mark, text] = /^(\s*(?:\*|\/\/) )(\S.*)$/.exec(line) ?? []
      const next = lines[i + 1] ?? ''
      if (/^\s*(\/\*\*.*)?\*\/$/.test(line) && next.trim().startsWith('/**') && i > 2) return [`${file}:${i + 1}`]
      if (!mark || !text || !next.startsWith(mark)) return []
      const word = next.slice(mark.length).split(' ')[0]!
      const flows = !/[.:;!?|]$/.test(text) && /^[\p{L}`(]/u.test(word) && !text.startsWith('@')
      return flows && line.length + 1 + word.length <= 112 ? [`${file}:${i + 1}`] : []
    })
  })
  expect(broken).toEqual([])
})

/** Functions of more than 100 lines are on a list in `.oxlintrc.json`: a file without one leaves it. */
test('each file on the list of long functions still has one', () => {
  const config = JSON.parse(read('.oxlintrc.json')) as {
    rules: Record<string, unknown>
    overrides: { files: string[]; rules: Record<string, unknown> }[]
  }
  const rule = 'max-lines-per-function'
  const listed = config.overrides.findLast(({ rules }) => rules[rule] === 'off')!.files
  const folder = mkdtempSync(join(tmpdir(), 'long-functions-'))
  const strict = join(folder, 'oxlintrc.json')
  writeFileSync(
    strict,
    JSON.stringify({ plugins: [], categories: { correctness: 'off' }, rules: { [rule]: config.rules[rule] } }),
  )
  const files = globSync(listed, { cwd: root, exclude: (name) => name === 'node_modules' || name === 'dist' })
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/oxlint'), ['-c', strict, '-f', 'json', ...files], {
    cwd: root,
    encoding: 'utf8',
  })
  rmSync(folder, { recursive: true })
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { filename: string }[] }
  const long = new Set(diagnostics.map(({ filename }) => basename(filename)))
  expect(long.size).toBeGreaterThan(0)
  expect(listed.filter((pattern) => !long.has(basename(pattern)))).toEqual([])
})
