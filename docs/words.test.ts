/** The names of the code are those of words.md: a retired one fails here, with its replacement. */
import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { parseSync, type Node } from 'oxc-parser'
import { expect, test } from 'vitest'
import { retiredDeclarations, retiredForms, retiredNames, retiredPaths } from './retired-names.ts'

const root = join(import.meta.dirname, '..')
// Left out: the texts of the languages, decision records (they tell history), and the list itself.
const exempt = /^packages\/locales\/(src\/[^/]+|glossary)\/|^docs\/(decisions\/|retired-names)|tokens\.css$/
const files = globSync(['*.md', '{apps,packages,tools,e2e,bench,docs}/**/*.{ts,tsx,js,mjs,md,html,css}'], {
  cwd: root,
  exclude: (name) => name === 'node_modules' || name === 'dist' || name === '.data',
})
  .map((file) => file.replaceAll(sep, '/'))
  .filter((file) => !exempt.test(file))
const texts = files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

const unlessListed = (names: Record<string, string>, file: string) => (name: string) =>
  Object.hasOwn(names, name) ? [`${file}: ${name} → ${names[name]}`] : []

test('no retired name stands in code, comments or documents', () => {
  const found = texts.flatMap(({ file, text }) => [
    ...[...new Set(text.match(/[A-Za-z_$][\w$]*/g))].flatMap(unlessListed(retiredNames, file)),
    ...retiredForms.flatMap(([form, instead]) => {
      const name = form.exec(text)?.[0]
      return name ? [`${file}: ${name} → ${instead}`] : []
    }),
  ])
  expect(found).toEqual([])
})

test('no retired path stands in code, comments or documents', () => {
  const found = texts.flatMap(({ file, text }) =>
    Object.keys(retiredPaths)
      .filter((path) => text.includes(path) || file.includes(path))
      .map((path) => `${file}: ${path} → ${retiredPaths[path]}`),
  )
  expect(found).toEqual([])
})

/** Names that a pattern binds: `a`, `{ a, b: c }`, `[a, ...b]`. */
function boundNames(pattern: Node | null): string[] {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name]
    case 'ObjectPattern':
      return pattern.properties.flatMap((item) => boundNames(item.type === 'RestElement' ? item.argument : item.value))
    case 'ArrayPattern':
      return pattern.elements.flatMap(boundNames)
    case 'AssignmentPattern':
      return boundNames(pattern.left)
    case 'RestElement':
      return boundNames(pattern.argument)
    default:
      return []
  }
}

function declaredNames(statement: Node): string[] {
  switch (statement.type) {
    case 'ExportNamedDeclaration':
      return statement.declaration ? declaredNames(statement.declaration) : []
    case 'VariableDeclaration':
      return statement.declarations.flatMap(({ id }) => boundNames(id))
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
    case 'TSTypeAliasDeclaration':
    case 'TSInterfaceDeclaration':
      return statement.id ? [statement.id.name] : []
    default:
      return []
  }
}

test('no file declares a retired word at its top level', () => {
  const found = texts
    .filter(({ file }) => /\.(tsx?|m?js)$/.test(file))
    .flatMap(({ file, text }) =>
      parseSync(file, text).program.body.flatMap(declaredNames).flatMap(unlessListed(retiredDeclarations, file)),
    )
  expect(found).toEqual([])
})
