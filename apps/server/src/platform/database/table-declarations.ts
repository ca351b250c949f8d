/**
 * What a table declares about itself, in its comment beside `create table` in a schema file: sentences about its rows,
 * then one tag a line. A line that begins with two spaces continues the tag before it.
 *
 *     comment on table webhook is 'Addresses of merchants that get signed calls about events.
 *     @owner shop
 *     @distribution shop_id
 *     @personal url: merchant; calls of the merchant’s own programs; until it is deleted
 *     @impersonal events
 *     @sealed secret, former_secret: webhook
 *     @unique-over-all-shops webhook_id_key: a random id that the server makes'
 *
 * CONTRIBUTING.md says what each tag means and when a table needs it. Tests, documents and the server read their lists
 * from here; the functions of the database that delete by age and copy for the audit read the same comments.
 */
import { queryAll, sql, type Queryable } from './postgres.ts'

/** Whose rows they are. `schema`: only migrations write them. */
const owners = ['shop', 'buyer', 'visitor', 'operator', 'platform', 'installation', 'schema'] as const
type Owner = (typeof owners)[number]

type PersonalColumns = { columns: string[]; whose: string; purpose: string; kept: string }
/** Columns of sealed values with the purpose of their key; `when` limits it to some rows. */
type SealedColumns = { columns: string[]; purpose: string; when: string | null }
export type TableDeclaration = {
  /** As SQL names it: `orders`, `ledger.posting`. */
  table: string
  text: string
  owner: Owner
  /** The column by which its rows are distributed; `reference`: every node has them; `local`: one node has them. */
  distribution: string
  personal: PersonalColumns[]
  /** Columns that could hold words or numbers of a person by their type, and do not. */
  impersonal: string[]
  sealed: SealedColumns[]
  /**
   * The hourly job deletes rows so many days after a time of their own, or of the row they belong to, unless a
   * condition on the row `r` holds.
   */
  retention: { days: number; column: string; ofTable: string | null; unless: string | null } | null
  /** Partitions by a column: of a `day` or a `month`, how many are made ahead, and after how many days they go. */
  partitions: { step: 'day' | 'month'; column: string; ahead: number; days: number } | null
  /** What the operators’ audit copies of a row before and after an act. */
  audit: {
    kind: string
    /** The table itself, or a view of it. */
    source: string
    id: string
    shop: string | null
    code: string | null
    columns: string[]
  } | null
  /** Unique keys without the shop, with their reason. */
  uniqueOverAllShops: { keys: string[]; reason: string }[]
}

const list = '[\\w.]+(?:, [\\w.]+)*'
/** The form of each tag’s value. */
const forms = {
  owner: new RegExp(`^(${owners.join('|')})$`),
  distribution: /^(\w+)$/,
  personal: new RegExp(`^(${list}): ([^;]+); ([^;]+)(?:; ([^;]+))?$`),
  impersonal: new RegExp(`^(${list})$`),
  sealed: new RegExp(`^(${list}): ([\\w-]+)(?: when (.+))?$`),
  retention: /^(\d+) days after (?:(\w+)\.)?(\w+)(?:, unless (.+))?$/,
  partitions: /^by (day|month) of (\w+), (\d+) ahead, kept (\d+) days$/,
  audit: new RegExp(`^([\\w-]+)(?: in (\\w+))?: id (\\w+)(?:, shop (\\w+))?(?:, code (\\w+))?; (${list})$`),
  'unique-over-all-shops': new RegExp(`^(${list}): (.+)$`),
} satisfies Record<string, RegExp>
type Tag = keyof typeof forms
const onlyOnce: Tag[] = ['owner', 'distribution', 'retention', 'partitions', 'audit']

const namesOf = (value: string): string[] => value.split(', ')
const sealedColumnsOf = ([columns, purpose, when]: string[]): SealedColumns => ({
  columns: namesOf(columns!),
  purpose: purpose!,
  when: when ?? null,
})
/** Parses the value of a tag `@sealed`. */
export const parseSealed = (value: string): SealedColumns => sealedColumnsOf(forms.sealed.exec(value)!.slice(1))

/**
 * Parses the comment of a table. Throws with the name of the table for a missing sentence or tag, an unknown tag, a
 * value in another form, and a tag that stands twice.
 */
export function parseTableDeclaration(table: string, comment: string | null): TableDeclaration {
  const fail = (problem: string): never => {
    throw new Error(`table ${table}: ${problem}`)
  }
  const [text = '', ...tags] = (comment ?? '').split(/\n(?=@)/)
  if (!text || text.startsWith('@'))
    return fail('its comment does not begin with a sentence about its rows (CONTRIBUTING.md, “Add a table”)')
  const values: Partial<Record<Tag, string[][]>> = {}
  for (const line of tags) {
    const [, tag = '', value = ''] = /^@(\S+) (.*)$/s.exec(line.replaceAll(/\n {2}/g, ' ')) ?? []
    if (!Object.hasOwn(forms, tag)) return fail(`its comment has an unknown tag: ${line.split('\n')[0]}`)
    const [, ...parts] = forms[tag as Tag].exec(value) ?? fail(`the form of this tag is another one: @${tag} ${value}`)
    const given = (values[tag as Tag] ??= [])
    if (given.push(parts) > 1 && onlyOnce.includes(tag as Tag)) return fail(`@${tag} stands twice`)
  }
  const one = (tag: Tag): string[] | undefined => values[tag]?.[0]
  const needed = (tag: Tag): string => one(tag)?.[0] ?? fail(`it declares no @${tag}`)
  const [days, ofTable, column, unless] = one('retention') ?? []
  const partitions = one('partitions')
  const audit = one('audit')
  const age = column
    ? `${days} days after \`${ofTable ? `${ofTable}.` : ''}${column}\``
    : partitions && `${partitions[3]} days`
  return {
    table,
    text,
    owner: needed('owner') as Owner,
    distribution: needed('distribution'),
    personal: (values.personal ?? []).map(([columns, whose, purpose, kept]) => ({
      columns: namesOf(columns!),
      whose: whose!,
      purpose: purpose!,
      kept: kept ?? age ?? fail(`it does not say how long ${columns} is kept`),
    })),
    impersonal: (values.impersonal ?? []).flatMap(([columns]) => namesOf(columns!)),
    sealed: (values.sealed ?? []).map(sealedColumnsOf),
    retention: column ? { days: Number(days), column, ofTable: ofTable ?? null, unless: unless ?? null } : null,
    partitions: partitions
      ? {
          step: partitions[0] as 'day' | 'month',
          column: partitions[1]!,
          ahead: Number(partitions[2]),
          days: Number(partitions[3]),
        }
      : null,
    audit: audit
      ? {
          kind: audit[0]!,
          source: audit[1] ?? table,
          id: audit[2]!,
          shop: audit[3] ?? null,
          code: audit[4] ?? null,
          columns: namesOf(audit[5]!),
        }
      : null,
    uniqueOverAllShops: (values['unique-over-all-shops'] ?? []).map(([keys, reason]) => ({
      keys: namesOf(keys!),
      reason: reason!,
    })),
  }
}

/**
 * Tables with their comments. Partitions belong to their table, and the tables of the migrator and of the job queue are
 * not ours.
 */
export const tableComments = `select c.oid::regclass::text as name, obj_description(c.oid, 'pg_class') as comment
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'ledger') and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname not like 'kysely_migration%' order by 1`

/**
 * The tables that have a tag, with its values. The server asks for single tags: tables of a later release may have tags
 * that it does not know.
 */
export const readTag = (db: Queryable, tag: Tag): Promise<{ table: string; value: string }[]> =>
  queryAll(
    db,
    sql<{
      table: string
      value: string
    }>`select d.source::text as table, d.value from declared_values(${tag}) d order by 1, 2`,
  )
