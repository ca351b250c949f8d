/** The bundles of the apps have no schemas (zod-stub.ts), so no code of them may use one. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as contract from '@quayside/contract'
import { parseSync, Visitor } from 'vite'
import { expect, expectTypeOf, test } from 'vitest'

test('methods of a schema do not compile on an endpoint', () => {
  const endpoint = contract.login
  // The type check fails on a line below if the property exists again.
  // @ts-expect-error no schema in the bundle
  void endpoint.input.parse
  // @ts-expect-error no schema in the bundle
  void endpoint.input.safeParse
  // @ts-expect-error no schema in the bundle
  void endpoint.input.shape
  // @ts-expect-error no schema in the bundle
  void endpoint.response.parse
  expectTypeOf<contract.RequestBody<typeof endpoint>>().toHaveProperty('password')
})

const isSchema = (value: unknown) => typeof value === 'object' && value !== null && '_zod' in value
/** The exports of a module of the contract that are schemas, also those inside a namespace. */
const schemasOf = (module: object): Set<string> =>
  new Set(
    Object.entries(module).flatMap(([name, value]: [string, unknown]) =>
      isSchema(value)
        ? [name]
        : Object.prototype.toString.call(value) === '[object Module]'
          ? Object.entries(value as object).flatMap(([part, inner]) => (isSchema(inner) ? [`${name}.${part}`] : []))
          : [],
    ),
  )

const root = join(import.meta.dirname, '..', '..')

type UsedValue = { module: string; name: string }
/** The contract's values that a file of an app uses: imported names, and members of imported names. */
function usedValues(path: string, source: string): UsedValue[] {
  const locals = new Map<string, UsedValue>()
  const used: UsedValue[] = []
  const { program } = parseSync(path, source)
  new Visitor({
    ImportDeclaration(node) {
      const module = node.source.value
      if (!/^@quayside\/contract(\/|$)/.test(module) || node.importKind === 'type') return
      for (const specifier of node.specifiers) {
        if (specifier.type !== 'ImportSpecifier' || specifier.importKind === 'type') continue
        const name = 'name' in specifier.imported ? specifier.imported.name : specifier.imported.value
        locals.set(specifier.local.name, { module, name })
        used.push({ module, name })
      }
    },
    MemberExpression({ object, property }) {
      const imported = object.type === 'Identifier' ? locals.get(object.name) : undefined
      if (imported && property.type === 'Identifier')
        used.push({ module: imported.module, name: `${imported.name}.${property.name}` })
    },
  }).visit(program)
  return used
}

test('no file of an app uses a schema of the contract as a value', async () => {
  expect(schemasOf(contract).size).toBeGreaterThan(20)
  expect(usedValues('a.ts', `import { email } from '@quayside/contract'`)).toEqual([
    { module: '@quayside/contract', name: 'email' },
  ])
  const modules = new Map<string, Set<string>>()
  const found: string[] = []
  for (const folder of ['apps/merchant/src', 'apps/console/src', 'packages/client/src', 'packages/ui/src'])
    for (const file of await readdir(join(root, folder), { recursive: true })) {
      if (!/\.tsx?$/.test(file)) continue
      const source = await readFile(join(root, folder, file), 'utf8')
      for (const { module, name } of usedValues(file, source)) {
        if (!modules.has(module)) modules.set(module, schemasOf((await import(module)) as object))
        if (modules.get(module)!.has(name)) found.push(`${folder}/${file}: ${name}`)
      }
    }
  expect(modules.size).toBeGreaterThan(10)
  expect(found).toEqual([])
})
