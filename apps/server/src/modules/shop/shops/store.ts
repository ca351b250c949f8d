import type { BannerKind, Point } from '@quayside/contract'
import { type Page } from '../../../platform/http/cursor.ts'
import { queryAll, queryOne, sql, type Queryable, type Tx } from '../../../platform/database/postgres.ts'
import { totalOf } from '../../../platform/database/total-of.ts'

/** The settings of the merchant. */
export type SettingsRow = {
  code: string
  name: string
  logo: string | null
  address: string | null
  latitude: number | null
  longitude: number | null
  country: string | null
  time_zone: string
  phone: string | null
  introduction: string | null
  welcome: string | null
  legal_name: string | null
  registration_number: string | null
  contact_email: string | null
}
const settingsColumns = sql`code, name, logo, address, latitude, longitude, country, time_zone, phone, introduction, welcome, legal_name, registration_number, contact_email`

export type ShopRow = SettingsRow & { id: string; closed_at: Date | null }

export type BannerRow = { kind: BannerKind; file_id: string }

/**
 * Locks the shop's row. Used by commands that compute from several rows of one shop: chain transfers, withdrawals.
 */
export const lockShop = (tx: Tx, shopId: string) =>
  sql`select from shop where id = ${shopId} for no key update`.execute(tx)

export const insertShop = (tx: Tx, id: string, code: string, at: Date) =>
  sql`insert into shop (id, code, created_at) values (${id}, ${code}, ${at})`.execute(tx)

/** Verifies a shop with the data of its registration. A second verification keeps the first date. */
export const writeVerifiedShop = (
  tx: Tx,
  shop: { id: string; name: string; logo: string | null; address: string; point: Point | null; country: string },
  at: Date,
) =>
  sql`update shop set verified_at = coalesce(verified_at, ${at}), name = ${shop.name}, logo = ${shop.logo}, address = ${shop.address},
    latitude = ${shop.point?.latitude ?? null}, longitude = ${shop.point?.longitude ?? null}, country = ${shop.country} where id = ${shop.id}`.execute(
    tx,
  )

/** The pricing rule of the shop; see listings/pricing.ts. */
export const writePricingRule = (tx: Tx, shopId: string, rule: { percent: number; rounding: string }) =>
  sql`update shop set markup_percent = ${rule.percent}, rounding = ${rule.rounding} where id = ${shopId}`.execute(tx)

/** A verified shop by its public code. */
export const findShopByCode = (db: Queryable, code: string) =>
  queryOne(
    db,
    sql<ShopRow>`select id, closed_at, ${settingsColumns} from shop where code = ${code} and verified_at is not null`,
  )

/** The settings of a verified shop. */
export const readSettings = async (db: Queryable, shopId: string): Promise<SettingsRow> =>
  (await queryOne(db, sql<SettingsRow>`select ${settingsColumns} from shop where id = ${shopId}`))!
/** The settings, locked: concurrent changes of one shop wait for each other. */
export const lockSettings = async (tx: Tx, shopId: string): Promise<SettingsRow> =>
  (await queryOne(tx, sql<SettingsRow>`select ${settingsColumns} from shop where id = ${shopId} for no key update`))!

export const writeSettings = (tx: Tx, shopId: string, given: Partial<SettingsRow>) =>
  sql`update shop set ${sql.join(Object.entries(given).map(([column, value]) => sql`${sql.ref(column)} = ${value}`))}
    where id = ${shopId}`.execute(tx)

/** Whether the database knows this time zone. */
export const isTimeZone = async (db: Queryable, name: string): Promise<boolean> =>
  (await queryOne(db, sql`select from pg_timezone_names where name = ${name}`)) !== undefined

/** By kind, in the merchant's order. */
export const readBanners = (db: Queryable, shopId: string) =>
  queryAll(db, sql<BannerRow>`select kind, file_id from banner where shop_id = ${shopId} order by kind, place`)

export async function replaceBanners(tx: Tx, shopId: string, kind: BannerKind, files: string[]): Promise<void> {
  await sql`delete from banner where shop_id = ${shopId} and kind = ${kind}`.execute(tx)
  await sql`insert into banner (shop_id, kind, place, file_id)
    select ${shopId}, ${kind}, place, file from unnest(${files}::uuid[]) with ordinality as x (file, place)`.execute(tx)
}

export const findShop = (db: Queryable, id: string) =>
  queryOne(
    db,
    sql<{ id: string; verified: boolean; closed: boolean }>`
      select id, verified_at is not null as verified, closed_at is not null as closed from shop where id = ${id}`,
  )

export const findStorefront = (db: Queryable, shopId: string) =>
  queryOne(
    db,
    sql<{ followers: number; reviews: number; rating_sum: bigint; products: number }>`
      select coalesce(f.followers, 0) as followers, coalesce(f.reviews, 0) as reviews, coalesce(f.rating_sum, 0) as rating_sum,
        (select count(*)::int from listing l where l.shop_id = ${shopId} and l.shelf = 'on-shelf') as products
      from (select 1) x left join shop_figures f on f.shop_id = ${shopId}`,
  )

/** The calendar day in the shop's time zone. */
export const dayInTimeZone = async (db: Queryable, timeZone: string, at: Date): Promise<string> =>
  (await queryOne(db, sql<{ day: string }>`select (${at}::timestamptz at time zone ${timeZone})::date as day`))!.day

export const hasVisited = async (db: Queryable, shopId: string, day: string, visitor: Buffer): Promise<boolean> =>
  (await queryOne(db, sql`select from visit where shop_id = ${shopId} and day = ${day} and visitor = ${visitor}`)) !==
  undefined

/** The calendar day of each instant in its time zone. */
export const daysInTimeZones = async (db: Queryable, instants: readonly { zone: string; at: Date }[]) =>
  (
    await queryAll(
      db,
      sql<{ day: string }>`
        select (i.at at time zone i.zone)::date as day
        from unnest(${instants.map(({ zone }) => zone)}::text[], ${instants.map(({ at }) => at)}::timestamptz[])
          with ordinality as i (zone, at, place) order by i.place`,
    )
  ).map(({ day }) => day)

/** Whether each visitor was counted on the day. */
export const listVisited = async (
  db: Queryable,
  visitors: readonly { shopId: string; day: string; hash: Buffer }[],
): Promise<boolean[]> =>
  (
    await queryAll(
      db,
      sql<{ known: boolean }>`
        select v.visitor is not null as known
        from unnest(${visitors.map(({ shopId }) => shopId)}::uuid[], ${visitors.map(({ day }) => day)}::date[],
          ${visitors.map(({ hash }) => hash.toString('hex'))}::text[]) with ordinality as i (shop_id, day, hash, place)
        left join visit v on v.shop_id = i.shop_id and v.day = i.day and v.visitor = decode(i.hash, 'hex')
        order by i.place`,
    )
  ).map(({ known }) => known)

/** Counts a visitor once a day. Returns whether it is the first visit of the day. */
export const recordVisit = async (tx: Tx, shopId: string, visitor: Buffer, at: Date): Promise<boolean> =>
  (await queryOne(tx, sql<{ ok: boolean }>`select record_visit(${shopId}, ${visitor}, ${at}) as ok`))!.ok

/** Sets whether a buyer follows a shop. Returns whether it changed. A follower counts if the address is proved. */
export const setFollow = async (tx: Tx, shopId: string, buyerId: string, wanted: boolean, at: Date): Promise<boolean> =>
  (await queryOne(tx, sql<{ ok: boolean }>`select set_follow(${shopId}, ${buyerId}, ${wanted}, ${at}) as ok`))!.ok

/** Verified shops, after the one with a code. */
export const listShopRows = (db: Queryable, { limit, skip, after }: Page<string>) =>
  queryAll(
    db,
    sql<{ id: string; code: string; name: string | null; closed: boolean; total: number }>`
      select id, code, name, closed_at is not null as closed, ${totalOf(sql`from shop where verified_at is not null`)}
      from shop where verified_at is not null and ${after ? sql`code > ${after}` : sql`true`} order by code limit ${limit} offset ${skip}`,
  )
