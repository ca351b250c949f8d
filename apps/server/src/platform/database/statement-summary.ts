/** What a trace says about an SQL statement: never a value. */
export type StatementSummary = {
  /** The first word in capital letters. */
  operation: string
  /** Operation and first table, such as `UPDATE orders`. */
  summary: string
  /** The statement with placeholders, on one line, without quoted texts, at most `maxText` characters. */
  text: string
}

const maxText = 1000
/** Statements of the server are few. Those that are composed differ by their filters. */
const maxCached = 1000
const cached = new Map<string, StatementSummary>()

// A name before a parenthesis is a function, except after `into`.
const targets = /\binto\s+("?[a-z_][\w.$"]*)|\b(?:from|update|join)\s+(?:only\s+)?("?[a-z_][\w.$"]*)(?![\w.$"]|\s*\()/i

/** Parameters are not part of `sql`; quoted texts in it are constants of the code, and are left out all the same. */
export function statementSummary(sql: string): StatementSummary {
  const known = cached.get(sql)
  if (known) return known
  if (cached.size >= maxCached) cached.clear()
  const text = sql
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/\s+/g, ' ')
    .trim()
  const operation = (/^[a-z]+/i.exec(text)?.[0] ?? 'statement').toUpperCase()
  const target = targets
    .exec(text)
    ?.slice(1)
    .find((name) => name !== undefined)
  const summary = target ? `${operation} ${target.replaceAll('"', '')}` : operation
  const made = { operation, summary, text: text.slice(0, maxText) }
  cached.set(sql, made)
  return made
}
