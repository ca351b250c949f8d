/**
 * Whether a statement names the shop of every row that it reads or writes: read from its plan. A statement that does
 * can run beside the shop's data wherever that is; one that does not reads the rows of all shops.
 */
import type pg from 'pg'
import { declarationsOf } from './table-declarations.ts'

export type Plan = {
  'Node Type': string
  'Relation Name'?: string
  Schema?: string
  Alias?: string
  'Join Type'?: string
  'Parent Relationship'?: string
  'Subplan Name'?: string
  Output?: string[]
  Plans?: Plan[]
  [other: string]: unknown
}

/** The parts of a plan that hold conditions. */
const conditions = ['Index Cond', 'Recheck Cond', 'Filter', 'Hash Cond', 'Merge Cond', 'Join Filter', 'One-Time Filter']

/** The terms of `(a AND b AND (c OR d))` that must hold: `a` and `b`. */
function termsOf(condition: string): string[] {
  const text = withoutOuterParentheses(condition)
  const terms: string[] = []
  let depth = 0
  let quoted = false
  let start = 0
  for (let i = 0; i < text.length; i += 1) {
    const char = text[i]
    if (char === "'") quoted = !quoted
    if (quoted) continue
    if (char === '(') depth += 1
    if (char === ')') depth -= 1
    if (depth === 0 && text.startsWith(' OR ', i)) return []
    if (depth === 0 && text.startsWith(' AND ', i)) {
      terms.push(text.slice(start, i))
      start = i + 5
    }
  }
  terms.push(text.slice(start))
  return terms.length === 1 ? [text] : terms.flatMap(termsOf)
}

function withoutOuterParentheses(text: string): string {
  if (!text.startsWith('(') || !text.endsWith(')')) return text
  let depth = 0
  for (let i = 0; i < text.length - 1; i += 1) {
    if (text[i] === '(') depth += 1
    if (text[i] === ')') depth -= 1
    if (depth === 0) return text
  }
  return withoutOuterParentheses(text.slice(1, -1))
}

/** A side of an equation as a column, if it is one. */
const columnOf = (side: string): string => side.replaceAll(/[()"]/g, '').replace(/::\w+$/, '')

/**
 * The tables of a shop in the plan, as `table alias`, whose rows are not limited to shops that the statement names: by
 * a parameter, a constant, or the result of another part of the statement, which is judged itself.
 */
export function tablesWithoutShop(plan: Plan, shopColumns: ReadonlyMap<string, string>): string[] {
  /** The table by `alias.column`, for each scan of a table of a shop. */
  const scans = new Map<string, string>()
  const terms: string[] = []
  const outputs = new Map<string, string[]>()
  let hashed = ''
  const visit = (node: Plan): void => {
    const table = `${node.Schema}.${node['Relation Name']}`
    const column = shopColumns.get(table)
    if (column && node.Alias && node['Node Type'] !== 'ModifyTable')
      scans.set(`${node.Alias}.${column}`, `${table} ${node.Alias}`)
    const part = node['Subplan Name']
    if (part && node.Output) outputs.set(part, node.Output)
    for (const name of conditions) {
      const condition = node[name]
      if (typeof condition !== 'string') continue
      terms.push(...termsOf(condition))
      hashed += `${condition}\n`
    }
    hashed += `${node.Output?.join('\n') ?? ''}\n`
    node.Plans?.forEach(visit)
  }
  visit(plan)

  const named = new Set<string>()
  /** Columns that are named when the first one is. */
  const implied: [string, string][] = []
  for (const term of terms) {
    const [, left, right] = /^(\S+) = (.+)$/s.exec(withoutOuterParentheses(term)) ?? []
    if (!left || !right) continue
    const [one, other] = [columnOf(left), columnOf(right)]
    if (scans.has(one) && scans.has(other)) implied.push([one, other], [other, one])
    else if (scans.has(one)) named.add(one)
    else if (scans.has(other)) named.add(other)
  }
  // `exists (select from b where b.shop_id = a.shop_id)` as a hashed part: `a.shop_id = (hashed SubPlan 2).col1`.
  for (const [, column, part, place] of hashed.matchAll(/([\w.]+) = \(hashed (SubPlan \d+)\)\.col(\d+)/g))
    implied.push([column!, columnOf(outputs.get(part!)?.[Number(place) - 1] ?? '')])
  for (let grown = true; grown;) {
    grown = false
    for (const [one, other] of implied)
      if (named.has(one) && !named.has(other)) {
        named.add(other)
        grown = true
      }
  }
  return [...scans].flatMap(([column, scan]) => (named.has(column) ? [] : [scan]))
}

/** The tables of a shop and their partitions, with the column that names it: those that are distributed by it. */
export async function shopColumnsOf(client: pg.Client): Promise<ReadonlyMap<string, string>> {
  const { rows: partitions } = await client.query<{ parent: string; name: string }>(
    `select i.inhparent::regclass::text as parent, format('%s.%s', c.relnamespace::regnamespace, c.relname) as name
      from pg_inherits i join pg_class c on c.oid = i.inhrelid where c.relkind = 'r'`,
  )
  const columns = new Map<string, string>()
  for (const { table, distribution } of await declarationsOf(client)) {
    if (distribution === 'reference' || distribution === 'local') continue
    columns.set(table.includes('.') ? table : `public.${table}`, distribution)
    for (const { parent, name } of partitions) if (parent === table) columns.set(name, distribution)
  }
  return columns
}
