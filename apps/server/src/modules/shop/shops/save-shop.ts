import {
  bannerShapes,
  email,
  type ParsedInput,
  type RefusalName,
  type saveBanners,
  type saveShop,
} from '@quayside/contract'
import { emitEvent } from '../../../platform/events/events.ts'
import type { MerchantActor } from '../../../platform/security/actor.ts'
import { normalPhone } from '../../../domain/phone.ts'
import type { Tx } from '../../../platform/database/postgres.ts'
import { refuse, refuseFields } from '../../../platform/refusal.ts'
import { publicUrlOf } from '../files/store.ts'
import { parseShopName } from './shop-name.ts'
import { changesOf, pointOf } from './shop.ts'
import { isTimeZone, readBanners, replaceBanners, lockSettings, writeSettings, type SettingsRow } from './store.ts'

/** Changes settings of the shop. Refuses each wrong field separately. The event records the old and new values. */
export async function changeShop(
  tx: Tx,
  actor: MerchantActor,
  input: ParsedInput<typeof saveShop>,
  now: Date,
): Promise<void> {
  const before = await lockSettings(tx, actor.shopId)
  const owner = { who: 'merchant', id: actor.merchantId } as const
  const logo = input.logo && (await publicUrlOf(tx, input.logo, owner, 'logo'))
  const phone = input.phone && normalPhone(input.phone, before.country ?? undefined)
  const name = input.name === undefined ? undefined : parseShopName(input.name)
  const contactEmail = input.contactEmail && normalEmail(input.contactEmail)
  const wrong: Record<string, RefusalName> = {}
  if (name === null) wrong['name'] = 'field/name-misleading'
  if (logo === null) wrong['logo'] = 'file/not-found'
  if (phone === null) wrong['phone'] = 'field/phone'
  if (contactEmail === null) wrong['contactEmail'] = 'field/email'
  if (input.timeZone !== undefined && !(await isTimeZone(tx, input.timeZone))) wrong['timeZone'] = 'field/invalid'
  if (Object.keys(wrong).length > 0) refuseFields(wrong)

  const point = pointOf(input)
  const update: Partial<SettingsRow> = {
    ...(name ? { name } : {}),
    ...(logo ? { logo } : {}),
    ...(input.address === undefined ? {} : { address: input.address }),
    ...(point === undefined ? {} : { latitude: point?.latitude ?? null, longitude: point?.longitude ?? null }),
    ...(input.timeZone === undefined ? {} : { time_zone: input.timeZone }),
    ...(phone === undefined ? {} : { phone: phone || null }),
    ...(input.introduction === undefined ? {} : { introduction: input.introduction || null }),
    ...(input.welcome === undefined ? {} : { welcome: input.welcome || null }),
    ...(input.legalName === undefined ? {} : { legal_name: input.legalName || null }),
    ...(input.registrationNumber === undefined ? {} : { registration_number: input.registrationNumber || null }),
    ...(contactEmail === undefined ? {} : { contact_email: contactEmail || null }),
  }
  const changes = changesOf(before, update)
  if (Object.keys(changes).length === 0) return
  await writeSettings(tx, actor.shopId, update)
  const data = { by: actor.merchantId, changes }
  // Another time zone changes the daily figures.
  await emitEvent(tx, 'shop.changed', { shopId: actor.shopId, at: now, data }, [
    'shop',
    ...(changes.time_zone ? (['figures', 'wallet'] as const) : []),
  ])
}

/** The address in the form in which it is stored; null if it is none. */
function normalEmail(typed: string): string | null {
  const read = email.safeParse(typed)
  return read.success ? read.data : null
}

/** Replaces the banners of one kind. */
export async function changeBanners(
  tx: Tx,
  actor: MerchantActor,
  { kind, files }: ParsedInput<typeof saveBanners>,
  now: Date,
): Promise<void> {
  const { most } = bannerShapes[kind]
  if (files.length > most) refuse('shop/too-many-banners', { most })
  for (const file of files)
    if (!(await publicUrlOf(tx, file, { who: 'merchant', id: actor.merchantId }, 'banner'))) refuse('file/not-found')
  await lockSettings(tx, actor.shopId)
  const before = (await readBanners(tx, actor.shopId)).filter((row) => row.kind === kind).map((row) => row.file_id)
  await replaceBanners(tx, actor.shopId, kind, files)
  const changes: Record<string, [string[], string[]]> = { [`${kind} banners`]: [before, files] }
  const data = { by: actor.merchantId, changes }
  await emitEvent(tx, 'shop.changed', { shopId: actor.shopId, at: now, data }, ['shop'])
}
