/** Shop settings: what the merchant can change, how it is stored and presented. */
import { bannerKinds, type ResponseBody, type BannerKind, type Point, type readShop } from '@quayside/contract'
import { urlOf } from '../files/store.ts'
import type { ClosingRow } from './closing-store.ts'
import type { RestrictionRow } from './restriction-store.ts'
import type { BannerRow, SettingsRow } from './store.ts'

/** The two coordinate columns as a point. */
export const asPoint = (row: { latitude: number | null; longitude: number | null }): Point | null =>
  row.latitude === null || row.longitude === null ? null : { latitude: row.latitude, longitude: row.longitude }

/** Coordinates belong to their address: a new address without coordinates clears them. Undefined keeps them. */
export const pointOf = ({ address, point }: { address?: string | undefined; point?: Point | null | undefined }) =>
  point === undefined && address !== undefined ? null : point

const groupByKind = <T>(rows: BannerRow[], mapRow: (row: BannerRow) => T) =>
  Object.fromEntries(bannerKinds.map((kind) => [kind, rows.filter((row) => row.kind === kind).map(mapRow)])) as Record<
    BannerKind,
    T[]
  >

export const bannerUrls = (rows: BannerRow[]) => groupByKind(rows, ({ file_id }) => urlOf(file_id))

/** The settings of a shop as its merchant reads them. `origin` is the address of the storefront. */
export const presentSettings = (
  row: SettingsRow,
  banners: BannerRow[],
  origin: string,
): ResponseBody<typeof readShop> => ({
  code: row.code,
  url: `${origin}/s/${row.code}`,
  name: row.name,
  logo: row.logo,
  address: row.address,
  point: asPoint(row),
  country: row.country,
  timeZone: row.time_zone,
  phone: row.phone,
  introduction: row.introduction,
  welcome: row.welcome,
  legalName: row.legal_name,
  registrationNumber: row.registration_number,
  contactEmail: row.contact_email,
  banners: groupByKind(banners, ({ file_id }) => ({ file: file_id, url: urlOf(file_id) })),
})

/** The merchant's view of a closing. */
export const presentClosing = (row: ClosingRow) => ({
  scope: row.scope,
  reason: row.reason,
  note: row.note,
  effectiveAt: (row.began_at ?? row.effective_at).toISOString(),
  endsAt: row.ends_at?.toISOString() ?? null,
  inForce: row.began_at !== null,
})

/** A restriction as the merchant reads it. */
export const presentRestriction = (row: RestrictionRow, now: Date) => ({
  scope: row.scope,
  reason: row.reason,
  text: row.text,
  effectiveAt: row.effective_at.toISOString(),
  endsAt: row.ends_at?.toISOString() ?? null,
  inForce:
    row.lifted_at === null &&
    row.confirmed_at !== null &&
    row.effective_at <= now &&
    (row.ends_at === null || row.ends_at > now),
})

/** The changed fields of a save, each as [before, after]. */
export function changesOf(
  before: SettingsRow,
  after: Partial<SettingsRow>,
): Partial<Record<keyof SettingsRow, [unknown, unknown]>> {
  const fields = Object.keys(after) as (keyof SettingsRow)[]
  return Object.fromEntries(
    fields.filter((field) => after[field] !== before[field]).map((field) => [field, [before[field], after[field]]]),
  )
}
