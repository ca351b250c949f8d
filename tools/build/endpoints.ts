import { parseSync, Visitor, type Plugin } from 'vite'

/** Properties of an endpoint that only the server and the API document read, by the function that declares it. */
const serverParts = new Map<string, ReadonlySet<string>>([
  ['endpoint', new Set(['input', 'refusals', 'response', 'scope', 'summary'])],
  ['exportEndpoint', new Set(['input', 'list'])],
])

/** A file of the contract without those properties of its endpoints. Undefined when it declares none. */
export function withoutServerParts(path: string, source: string): string | undefined {
  const cuts: { start: number; end: number }[] = []
  const { program } = parseSync(path, source)
  new Visitor({
    CallExpression({ callee, arguments: [declared] }) {
      const ofServer = callee.type === 'Identifier' ? serverParts.get(callee.name) : undefined
      if (!ofServer || declared?.type !== 'ObjectExpression') return
      for (const property of declared.properties)
        if (property.type === 'Property' && property.key.type === 'Identifier' && ofServer.has(property.key.name)) {
          const end = source[property.end] === ',' ? property.end + 1 : property.end
          cuts.push({ start: property.start, end })
        }
    },
  }).visit(program)
  if (cuts.length === 0) return undefined
  let kept = ''
  let from = 0
  for (const { start, end } of cuts.toSorted((a, b) => a.start - b.start)) {
    kept += source.slice(from, start)
    from = end
  }
  return kept + source.slice(from)
}

/**
 * Leaves schemas, summaries and refusals of endpoints out of an app's bundle. With the stub of Zod (zod-stub.ts) the
 * schemas were calls of empty functions; their text still travelled to every phone.
 */
export function endpoints(): Plugin {
  return {
    name: 'quayside-endpoints',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/packages\/contract\/src\/[\w-]+\.ts$/ },
      handler: (source, id) => withoutServerParts(id, source),
    },
  }
}
