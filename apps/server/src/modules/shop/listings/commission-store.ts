import { queryAll, sql, type Tx } from '../../../platform/database/postgres.ts'

/** Claims the versions of the commission that have begun and were not applied. A second worker waits and gets none. */
export const claimBegunCommission = (tx: Tx, now: Date) =>
  queryAll(
    tx,
    sql<{ version: number }>`insert into commission_applied (version, applied_at)
      select v.version, ${now} from setting_version v
      where v.name = 'commission' and v.effective_at <= ${now} and not exists (select from commission_applied a where a.version = v.version)
      order by v.version on conflict do nothing returning version`,
  )

/**
 * Takes listings off the shelf that would sell at a loss at the commission of this instant. Returns the products by
 * shop.
 */
export const takeOffAtLoss = (tx: Tx, now: Date) =>
  queryAll(
    tx,
    sql<{ shop_id: string; products: string[] }>`with losing as materialized (
        select l.shop_id, l.id from listing l join product p on p.id = l.product_id
        where l.shelf = 'on-shelf' and l.selling_price * (10000 - (select commission_at(${now}))) < p.supplier_price * 10000
        order by l.id for update of l
      ), gone as (
        update listing l set shelf = 'off-shelf', off_reason = 'at-loss' from losing x
        where l.shop_id = x.shop_id and l.id = x.id returning l.shop_id, l.product_id
      )
      select shop_id, array_agg(product_id order by product_id) as products from gone group by shop_id order by shop_id`,
  )
