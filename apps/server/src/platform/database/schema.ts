/** The schema as files: `schema.sql` names them in order. Creates it in an empty database, and describes it. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serverFolder } from '../server-folder.ts'
import { queryAll, sql, type Database } from './postgres.ts'

/** Reads `schema.sql` or a file that it names. In a release they are in the same places. */
export const readSchemaFile = (file: string): Promise<string> => readFile(join(serverFolder, file), 'utf8')

/**
 * Runs the files of the schema, in the transaction of the caller. The database has the login roles, the tables of the
 * job queue and those of the migrator, and nothing else. Throws with the name of the file whose statement fails.
 */
export async function createSchema(tx: Database, read = readSchemaFile): Promise<void> {
  for (const line of (await read('schema.sql')).split('\n')) {
    if (line === '' || line.startsWith('--')) continue
    const [, file] = /^\\ir (\S+)$/.exec(line) ?? []
    const text = file ? await read(file) : line
    await sql
      .raw(text)
      .execute(tx)
      .catch((error: unknown) => {
        throw new Error(`${file ?? 'schema.sql'}: ${error instanceof Error ? error.message : String(error)}`, {
          cause: error,
        })
      })
  }
}

/** The schemas that hold what `schema.sql` creates. */
const schemas = `('public', 'ledger', 'partitions')`
/** Members of an extension belong to the extension. */
const own = (id: string, catalog: string) =>
  `not exists (select from pg_depend d where d.objid = ${id} and d.classid = '${catalog}'::regclass and d.deptype = 'e')`
const acl = (column: string, kind: string, owner: string) =>
  `coalesce((select string_agg(format('%s %s%s', case x.grantee when 0 then 'public' when ${owner} then 'owner' else x.grantee::regrole::text end,
      x.privilege_type, case when x.is_grantable then ' with grant option' else '' end), ', ' order by x.grantee <> ${owner}, x.grantee::regrole::text, x.privilege_type)
    from aclexplode(coalesce(${column}, acldefault('${kind}', ${owner}))) x), 'nobody')`
/** Tables of the schema: not the partitions, and not those of the migrator. */
const tables = `(select c.*, c.oid::regclass::text as title from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'ledger') and c.relkind in ('r', 'p', 'v', 'm', 'c', 'f') and not c.relispartition
    and c.relname not like 'kysely_migration%' and ${own('c.oid', 'pg_class')})`

/** The tables whose rows are part of the schema: what the ledger accepts, states, settings and what the audit reads. */
export const seededTables = [
  'ledger.kind',
  'ledger.event',
  'ledger.template',
  'state_transition',
  'setting',
  'audit_subject',
]

/**
 * The schema of a database as sorted lines, to compare two databases. Each line begins with the kind and the name of
 * what it describes.
 * What may differ between two databases of one schema is left out: the names of owners, partitions but for the rights
 * on them, the job queue's own tables, the names of NOT NULL constraints, and whether a constraint was proved for the
 * rows before it (`not valid`).
 */
export async function describeSchema(db: Database): Promise<string[]> {
  const rows = await queryAll(
    db,
    sql.raw<{ line: string }>(`
    select format('schema %s: %s', n.nspname, ${acl('n.nspacl', 'n', 'n.nspowner')}) as line from pg_namespace n where n.nspname in ${schemas}
    union all
    select format('extension %s in %s', e.extname, e.extnamespace::regnamespace) from pg_extension e
    union all
    select format('relation %s: %s %s %s %s; %s; %s; %s', c.title, c.relkind, c.relpersistence, c.relreplident, c.relrowsecurity, coalesce(c.reloptions::text, ''),
      ${acl('c.relacl', 'r', 'c.relowner')}, coalesce(pg_get_partkeydef(c.oid), '')) from ${tables} c
    union all
    select format('column %s.%s: %s %s%s%s %s%s%s %s; %s', c.title, a.attname, a.place, format_type(a.atttypid, a.atttypmod),
      case when a.attnotnull then ' not null' else '' end,
      coalesce((select ' ' || case a.attgenerated when '' then 'default' else a.attgenerated::text end || ' ' || pg_get_expr(d.adbin, d.adrelid)
        from pg_attrdef d where d.adrelid = c.oid and d.adnum = a.attnum), ''),
      a.attidentity, a.attstorage, a.attcompression, coalesce(a.attstattarget, -1),
      coalesce((select string_agg(format('%s %s', x.grantee::regrole, x.privilege_type), ', ' order by 1) from aclexplode(a.attacl) x
        where not exists (select from aclexplode(c.relacl) w where w.grantee = x.grantee and w.privilege_type = x.privilege_type)), ''))
      from ${tables} c cross join lateral (select a.*, row_number() over (order by a.attnum) as place from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) a
    union all
    select format('constraint %s on %s: %s%s', k.conname, c.title, replace(pg_get_constraintdef(k.oid), ' NOT VALID', ''),
      case when k.conenforced then '' else ' not enforced' end)
      from ${tables} c join pg_constraint k on k.conrelid = c.oid where k.contype <> 'n'
    union all
    select format('index %s: %s%s', i.indexrelid::regclass, pg_get_indexdef(i.indexrelid), case when i.indisvalid then '' else ' invalid' end)
      from ${tables} c join pg_index i on i.indrelid = c.oid
    union all
    select format('trigger %s on %s: %s %s', t.tgname, c.title, t.tgenabled, pg_get_triggerdef(t.oid))
      from ${tables} c join pg_trigger t on t.tgrelid = c.oid where not t.tgisinternal
    union all
    select format('function %s: %s; %s', p.oid::regprocedure, ${acl('p.proacl', 'f', 'p.proowner')},
      case p.prokind when 'a' then (select format('%s %s %s', g.aggtransfn, g.aggtranstype::regtype, g.agginitval) from pg_aggregate g where g.aggfnoid = p.oid)
        else pg_get_functiondef(p.oid) end)
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ${schemas} and ${own('p.oid', 'pg_proc')}
    union all
    select format('view %s: %s', c.title, pg_get_viewdef(c.oid)) from ${tables} c where c.relkind in ('v', 'm')
    union all
    select format('type %s: %s %s', t.oid::regtype, t.typtype, (select string_agg(e.enumlabel, ', ' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid))
      from pg_type t join pg_namespace n on n.oid = t.typnamespace where n.nspname in ${schemas} and t.typtype in ('e', 'd', 'r') and ${own('t.oid', 'pg_type')}
    union all
    select format('sequence %s: %s %s %s %s %s %s; %s; %s', c.oid::regclass, s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmin, s.seqmax, s.seqcycle,
      ${acl('c.relacl', 'S', 'c.relowner')},
      (select format('%s %s', d.refobjid::regclass, a.attname) from pg_depend d join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
        where d.objid = c.oid and d.deptype in ('a', 'i') and d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass))
      from pg_sequence s join pg_class c on c.oid = s.seqrelid join pg_namespace n on n.oid = c.relnamespace where n.nspname in ${schemas}
    union all
    select format('statistics %s: %s', x.name, pg_get_statisticsobjdef(x.oid)) from (select stxname::text as name, oid from pg_statistic_ext) x
    union all
    select format('policy %s on %s: %s %s %s %s', p.polname, p.polrelid::regclass, p.polcmd, p.polroles::regrole[],
      pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) from pg_policy p
    union all
    select format('default rights in %s: %s %s', d.defaclnamespace::regnamespace, d.defaclobjtype,
      (select string_agg(format('%s %s', x.grantee::regrole, x.privilege_type), ', ' order by 1) from aclexplode(d.defaclacl) x where x.grantee <> d.defaclrole))
      from pg_default_acl d
    union all
    select distinct format('rights on partitions of %s: %s', i.inhparent::regclass, ${acl('c.relacl', 'r', 'c.relowner')})
      from pg_inherits i join pg_class c on c.oid = i.inhrelid where c.relnamespace = 'partitions'::regnamespace and c.relkind = 'r'
    union all
    select format('rights in the job queue: %s %s %s', c.relkind, c.relname, (select string_agg(x.privilege_type, ', ' order by 1) from aclexplode(c.relacl) x
        where x.grantee = 'quayside_worker'::regrole or x.grantee = 'quayside_app'::regrole or x.grantee = 0))
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'graphile_worker' and c.relkind in ('r', 'S')
    union all
    select format('comment on %s: %s', c.title || coalesce('.' || a.attname, ''), d.description) from ${tables} c
      join pg_description d on d.objoid = c.oid and d.classoid = 'pg_class'::regclass left join pg_attribute a on a.attrelid = c.oid and a.attnum = d.objsubid and a.attnum > 0
    `),
  )
  const lines = rows.map(({ line }) => line)
  for (const table of seededTables)
    for (const { line } of await queryAll(
      db,
      sql.raw<{ line: string }>(`select format('row of ${table}: %s', t) as line from ${table} t`),
    ))
      lines.push(line)
  return lines.sort()
}
