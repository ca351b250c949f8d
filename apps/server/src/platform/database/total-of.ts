/** Totals of lists that grow without an end. */
import { maxCounted } from '@quayside/contract'
import type { RawBuilder } from 'kysely'
import { sql } from './postgres.ts'

/**
 * How many rows there are, as `total` of a list: `most` for as many or more. `rows` is what follows `select`,
 * as in `from orders where status = 7`. A window over the list (`count(*) over ()`) would read all of its rows with
 * all of their columns for each page.
 */
export const totalOf = (rows: RawBuilder<unknown>, most: number = maxCounted) =>
  sql`(select count(*)::int from (select ${rows} limit ${sql.lit(most)}) as counted) as total`
