/** What a program that was written for an older OpenAPI document would notice in a newer one. */

type Json = Record<string, unknown>
export type ApiDocument = {
  paths: Record<string, Record<string, Json>>
  /** Calls to webhooks, by event. Documents before 0.11.0 have none. */
  webhooks?: Record<string, { post: Json }>
  components: Json
}

/** The schema behind a reference. */
function resolved(document: ApiDocument, schema: Json): Json {
  const reference = schema['$ref'] as string | undefined
  if (!reference) return schema
  let found: unknown = document
  for (const part of reference.slice(2).split('/')) found = (found as Json)[part]
  return resolved(document, found as Json)
}

const typesOf = (schema: Json): string[] => {
  if ('const' in schema) return [typeof schema['const']]
  if (Array.isArray(schema['enum']))
    return [...new Set(schema['enum'].map((value) => (value === null ? 'null' : typeof value)))]
  return [schema['type'] ?? []].flat() as string[]
}
const valuesOf = (schema: Json): unknown[] | undefined =>
  'const' in schema ? [schema['const']] : (schema['enum'] as unknown[] | undefined)

type Side = { document: ApiDocument; schema: Json | undefined }

/**
 * Compares what a program sends (`in`): all that was taken before must still be taken. Or what it gets (`out`): all
 * that was there before must still be there, with the same type.
 */
function compare(where: string, way: 'in' | 'out', before: Side, after: Side, found: string[]): void {
  if (!before.schema || !after.schema) return
  const old = resolved(before.document, before.schema)
  const now = resolved(after.document, after.schema)
  const [oldTypes, nowTypes] = [typesOf(old), typesOf(now)]
  const [given, taken] = way === 'in' ? [oldTypes, nowTypes] : [nowTypes, oldTypes]
  const isWhole = (type: string) => (type === 'integer' ? 'number' : type)
  if (taken.length > 0 && given.some((type) => !taken.map(isWhole).includes(isWhole(type))))
    found.push(`${where}: ${oldTypes.join(' or ')} became ${nowTypes.join(' or ')}`)
  const [oldValues, nowValues] = [valuesOf(old), valuesOf(now)]
  if (way === 'in' && oldValues && nowValues)
    for (const value of oldValues) if (!nowValues.includes(value)) found.push(`${where}: ${String(value)} is refused`)
  const [oldParts, nowParts] = [old['properties'], now['properties']] as (Record<string, Json> | undefined)[]
  const [oldRequired, nowRequired] = [old['required'] ?? [], now['required'] ?? []] as string[][]
  if (oldParts && nowParts) {
    for (const [name, schema] of Object.entries(oldParts)) {
      const part = nowParts[name]
      if (!part) found.push(`${where}.${name}: is gone`)
      else compare(`${where}.${name}`, way, { ...before, schema }, { ...after, schema: part }, found)
      if (part && way === 'out' && oldRequired!.includes(name) && !nowRequired!.includes(name))
        found.push(`${where}.${name}: may be absent`)
    }
    if (way === 'in')
      for (const name of nowRequired!) if (!oldRequired!.includes(name)) found.push(`${where}.${name}: is required`)
  }
  if (old['items'] && now['items'])
    compare(
      `${where}[]`,
      way,
      { ...before, schema: old['items'] as Json },
      { ...after, schema: now['items'] as Json },
      found,
    )
}

const json = (part: Json | undefined): Json | undefined =>
  ((part?.['content'] as Json | undefined)?.['application/json'] as Json | undefined)?.['schema'] as Json | undefined

/** The schema of `data` of a success; undefined for a file. */
function answerOf(document: ApiDocument, operation: Json): Json | undefined {
  const schema = json((operation['responses'] as Json)['200'] as Json)
  const done = ((schema && resolved(document, schema)['oneOf']) as Json[] | undefined)?.[0]
  return done && ((resolved(document, done)['properties'] as Json)['data'] as Json)
}

/** The changes between two documents that can break a program. */
export function breakingChanges(before: ApiDocument, after: ApiDocument): string[] {
  const found: string[] = []
  for (const [event, { post }] of Object.entries(before.webhooks ?? {})) {
    const now = after.webhooks?.[event]?.post
    const body = (operation: Json) => json(operation['requestBody'] as Json)
    if (!now) found.push(`webhook ${event}: is gone`)
    else
      compare(
        `webhook ${event}`,
        'out',
        { document: before, schema: body(post) },
        { document: after, schema: body(now) },
        found,
      )
  }
  for (const [path, operations] of Object.entries(before.paths))
    for (const [method, old] of Object.entries(operations)) {
      const now = after.paths[path]?.[method]
      const where = `${method.toUpperCase()} ${path}`
      if (!now) {
        found.push(`${where}: is gone`)
        continue
      }
      const side = (document: ApiDocument, schema: Json | undefined): Side => ({ document, schema })
      compare(
        where,
        'in',
        side(before, json(old['requestBody'] as Json)),
        side(after, json(now['requestBody'] as Json)),
        found,
      )
      compare(`${where} answer`, 'out', side(before, answerOf(before, old)), side(after, answerOf(after, now)), found)
      const parameters = (document: ApiDocument, operation: Json) =>
        (operation['parameters'] as Json[]).map((parameter) => resolved(document, parameter))
      const oldParameters = parameters(before, old)
      const nowParameters = parameters(after, now)
      for (const one of oldParameters) {
        const same = nowParameters.find(({ name }) => name === one['name'])
        if (!same) found.push(`${where} ${String(one['name'])}: is gone`)
        else
          compare(
            `${where} ${String(one['name'])}`,
            'in',
            side(before, one['schema'] as Json),
            side(after, same['schema'] as Json),
            found,
          )
      }
      for (const one of nowParameters)
        if (one['required'] && !oldParameters.some((other) => other['name'] === one['name'] && other['required']))
          found.push(`${where} ${String(one['name'])}: is required`)
    }
  return found
}
