import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

type Drawing = readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[]

/** The markup of an icon's drawing. The keys of its elements are for React only. */
export const markupOf = (drawing: Drawing): string =>
  drawing
    .map(
      ([tag, attributes]) =>
        `<${tag}${Object.entries(attributes)
          .map(([name, value]) => (name === 'key' ? '' : ` ${name}="${value}"`))
          .join('')}/>`,
    )
    .join('')

/**
 * Icons as markup instead of elements of React, drawn by `packages/ui/src/lucide-icon.ts`: fewer bytes, and one element
 * to compare instead of four. An icon of the library computes its attributes by a dozen objects each time it is drawn.
 */
export function lucide(): Plugin {
  return {
    name: 'quayside-lucide',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/ },
      async handler(id) {
        const { __iconData: icon } = (await import(pathToFileURL(id).href)) as { __iconData?: { node: Drawing } }
        // A file of an old name only passes another one on.
        if (!icon) return undefined
        const component = JSON.stringify(
          join(import.meta.dirname, '..', '..', 'packages', 'ui', 'src', 'lucide-icon.ts'),
        )
        return `import { createIcon } from ${component}
export default /* @__PURE__ */ createIcon(${JSON.stringify(markupOf(icon.node))})`
      },
    },
  }
}
