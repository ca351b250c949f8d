import { parseSync, Visitor, type Plugin } from 'vite'

/** Properties of an endpoint that only the server and the API document read, by the function that declares it. */
const serverParts = new Map<string, ReadonlySet<string>>([
  ['endpoint', new Set(['input', 'refusals', 'response', 'scope', 'summary'])],
  ['exportEndpoint', new Set(['input', 'list'])],
  ['listEndpoint', new Set(['pages', 'pageSize', 'refusals', 'row', 'summary'])],
])

type Edit = { start: number; end: number; text: string }

function edited(source: string, edits: readonly Edit[]): string {
  let kept = ''
  let from = 0
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    // Inside of what was cut.
    if (start < from) continue
    kept += source.slice(from, start) + text
    from = end
  }
  return kept + source.slice(from)
}

/** A file of the contract without those properties of its endpoints. Undefined when it declares none. */
export function withoutServerParts(path: string, source: string): string | undefined {
  const cuts: Edit[] = []
  const { program } = parseSync(path, source)
  new Visitor({
    CallExpression({ callee, arguments: [declared] }) {
      const ofServer = callee.type === 'Identifier' ? serverParts.get(callee.name) : undefined
      if (!ofServer || declared?.type !== 'ObjectExpression') return
      for (const property of declared.properties)
        if (property.type === 'Property' && property.key.type === 'Identifier' && ofServer.has(property.key.name)) {
          const end = source[property.end] === ',' ? property.end + 1 : property.end
          cuts.push({ start: property.start, end, text: '' })
        }
    },
  }).visit(program)
  return cuts.length > 0 ? edited(source, cuts) : undefined
}

/**
 * A file of the contract with each call of its top level marked as pure: the bundler drops the value when nothing uses
 * it. Without the marks it keeps every schema, because it does not know what `z.object()` does.
 */
export function withPureCalls(path: string, source: string): string {
  const starts = new Set<number>()
  const { program } = parseSync(path, source)
  let depth = 0
  const enter = () => void (depth += 1)
  const leave = () => void (depth -= 1)
  const mark = ({ start }: { start: number }) => void (depth === 0 && starts.add(start))
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    // A statement of its own is called for what it does.
    ExpressionStatement: enter,
    'ExpressionStatement:exit': leave,
    CallExpression: mark,
    NewExpression: mark,
  }).visit(program)
  return edited(
    source,
    [...starts].map((start) => ({ start, end: start, text: '/* @__PURE__ */ ' })),
  )
}

/**
 * Leaves schemas, summaries and refusals of endpoints out of an app's bundle. With the stub of Zod (zod-stub.ts) the
 * schemas were calls of empty functions; their text still travelled to every phone. Schemas and tables that stand for
 * themselves are left out where nothing else uses them.
 */
export function endpoints(): Plugin {
  return {
    name: 'quayside-endpoints',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/packages\/contract\/src\/[\w-]+\.ts$/ },
      handler: (source, id) => withPureCalls(id, withoutServerParts(id, source) ?? source),
    },
  }
}
