import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { routes } from '../src/routes.ts'

const source = join(import.meta.dirname, '..', 'src')
const firstFiles = Object.values(routes)
  .filter(({ first }) => first)
  .map(({ screen }) => join(source, 'screens', `${screen}.tsx`))

/** Screens behind others are reached by their address, which loads all messages. */
const otherScreens = join(source, 'screens.ts')

/** The files that these import, directly or through others, also those that they load later: a sheet, a menu. */
function importedBy(files: readonly string[]): Set<string> {
  const found = new Set<string>()
  const waiting = [...files]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file) || file === otherScreens || !existsSync(file)) continue
    found.add(file)
    for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from|import)[\s(]*'(\.[^']+\.tsx?)'/g))
      waiting.push(join(dirname(file), path!))
  }
  return found
}

const text = [...importedBy([join(source, 'main.tsx'), ...firstFiles])]
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')
const whole = new Set([...text.matchAll(/'([\w-]+(?:\.[\w-]+)+)'/g)].map((found) => found[1]!))
const beginnings = [...text.matchAll(/`([\w-]+\.[\w.-]*)\$\{/g)].map((found) => found[1]!)

/**
 * Whether the app itself, a tab or the distribution center can show the message: its key stands in their code, whole or
 * as the beginning of a template.
 */
export const isFirstMessage = (key: string): boolean =>
  whole.has(key) || beginnings.some((start) => key.startsWith(start))
