/** The app's bundle has no schemas (zod-stub.ts), so no code of the app may use one. */
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
/** The contract's exports that are schemas, also those inside a namespace. */
const schemas = new Set(
  Object.entries(contract as Record<string, unknown>).flatMap(([name, value]) =>
    isSchema(value)
      ? [name]
      : Object.prototype.toString.call(value) === '[object Module]'
        ? Object.entries(value as object).flatMap(([part, inner]) => (isSchema(inner) ? [`${name}.${part}`] : []))
        : [],
  ),
)

const root = join(import.meta.dirname, '..', '..', '..')

/** The contract's values that a file of the app uses: imported names, and members of imported names. */
function usedValues(path: string, source: string): string[] {
  const locals = new Map<string, string>()
  const used: string[] = []
  const { program } = parseSync(path, source)
  new Visitor({
    ImportDeclaration(node) {
      if (node.source.value !== '@quayside/contract' || node.importKind === 'type') return
      for (const specifier of node.specifiers) {
        if (specifier.type !== 'ImportSpecifier' || specifier.importKind === 'type') continue
        const name = 'name' in specifier.imported ? specifier.imported.name : specifier.imported.value
        locals.set(specifier.local.name, name)
        used.push(name)
      }
    },
    MemberExpression({ object, property }) {
      const imported = object.type === 'Identifier' ? locals.get(object.name) : undefined
      if (imported && property.type === 'Identifier') used.push(`${imported}.${property.name}`)
    },
  }).visit(program)
  return used
}

test('no file of the app uses a schema of the contract as a value', async () => {
  expect(schemas.size).toBeGreaterThan(20)
  expect(usedValues('a.ts', `import { email } from '@quayside/contract'`)).toEqual(['email'])
  const found: string[] = []
  for (const folder of ['apps/merchant/src', 'packages/client/src', 'packages/ui/src'])
    for (const name of await readdir(join(root, folder), { recursive: true })) {
      if (!/\.tsx?$/.test(name)) continue
      const source = await readFile(join(root, folder, name), 'utf8')
      for (const value of usedValues(name, source)) if (schemas.has(value)) found.push(`${folder}/${name}: ${value}`)
    }
  expect(found).toEqual([])
})
