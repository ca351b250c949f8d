/**
 * The text of the database function `work_page`, made of the sources of the work queue. A migration holds it, so that
 * its plans are kept; `work.test.ts` compares both.
 */
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { workSources } from '../src/modules/staff/work/sources.ts'
import type { WorkSource } from '../src/domain/work-source.ts'

const compiler = new Kysely<object>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** The open items of a kind that are not snoozed, from a position on. */
const partOf = (kind: string, source: WorkSource) => sql`
    (select ${sql.lit(kind)} as kind, ${source.id} as id, ${source.shopId} as shop_id, ${source.title} as title, ${source.group} as item_group,
      ${source.amount} as amount, ${source.since} as since, ${source.due} as due_at
    from ${source.from}
    where ${sql.lit(kind)} = any (kinds) and ${source.where}
      and (${source.due}, ${source.id}) >= (after_due, after_id)
      and not (${source.due} = after_due and ${source.id} = after_id and ${sql.lit(kind)} <= after_kind collate "C")
      and not exists (select from work_snooze z where z.kind = ${sql.lit(kind)} and z.id = ${source.id} and z.until > at_now)
      and (free_for is null or not exists (select from work_claim c where c.kind = ${sql.lit(kind)} and c.id = ${source.id} and c.operator_id <> free_for and c.until > at_now))
    order by ${source.due}, ${source.id} limit most)`

/** The body of the function as a migration has it. */
export function workPageBody(): string {
  const parts = Object.entries(workSources).map(([kind, source]) => partOf(kind, source))
  const body = sql`
#variable_conflict use_column
begin
  return query
  select i.kind, i.id, i.shop_id, s.code, s.name, i.title, i.item_group, i.amount, i.since, i.due_at,
    c.operator_id, co.name, c.until, z.operator_id, zo.name, z.until, z.reason
  from (select * from (${sql.join(parts, sql` union all`)}
    ) u order by u.due_at, u.id, u.kind collate "C" limit most) i
  left join shop s on s.id = i.shop_id
  left join work_claim c on c.kind = i.kind and c.id = i.id and c.until > at_now
  left join operator co on co.id = c.operator_id
  left join work_snooze z on z.kind = i.kind and z.id = i.id and z.until > at_now
  left join operator zo on zo.id = z.operator_id
  order by i.due_at, i.id, i.kind collate "C";
end `.compile(compiler)
  if (body.parameters.length > 0) throw new Error('a source of the work queue has a parameter: use sql.lit')
  return body.sql
}
