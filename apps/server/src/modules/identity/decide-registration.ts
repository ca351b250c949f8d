import type { ParsedInput } from '@quayside/contract'
import type * as shopAdmin from '@quayside/contract/shop-admin'
import { emitEvent } from '../../platform/events.ts'
import type { Tx } from '../../platform/postgres.ts'
import { refuse } from '../../platform/refusal.ts'
import { publicUrlOf } from '../files/store.ts'
import { asPoint } from '../shops/shop.ts'
import { parseShopName } from '../shops/shop-name.ts'
import { writeVerifiedShop } from '../shops/store.ts'
import { findMerchantOf, lockRegistration, markFieldsRequested, markVerified, type RegistrationRow } from './store.ts'

/**
 * Verifies a registration in review, or asks the merchant for fields again. Refuses `shop/not-found`, `registration/not-editable`, and
 * `field/name-misleading` for a name that was saved before the rules of names existed.
 */
export async function decideRegistration(
  tx: Tx,
  operatorId: string,
  input: ParsedInput<typeof shopAdmin.decideRegistration>,
  now: Date,
): Promise<void> {
  const row = await lockRegistration(tx, input.shopId)
  if (!row) return refuse('shop/not-found')
  if (row.state !== 'in-review') refuse('registration/not-editable')
  if (input.decision === 'verified') await verify(tx, row, operatorId, now)
  else await markFieldsRequested(tx, input.shopId, input.asked as Record<string, string>, operatorId, now)
  await emitEvent(tx, 'registration.decided', { shopId: input.shopId, at: now, data: { decision: input.decision } }, [
    'shop',
    'session',
  ])
}

async function verify(tx: Tx, row: RegistrationRow, operatorId: string, now: Date): Promise<void> {
  if (parseShopName(row.shop_name!) === null) refuse('field/name-misleading')
  const merchant = await findMerchantOf(tx, row.shop_id)
  const logo =
    merchant && row.logo_file
      ? await publicUrlOf(tx, row.logo_file, { who: 'merchant', id: merchant.id }, 'logo')
      : null
  await markVerified(tx, row, operatorId, now)
  // Every field is present: submission refuses a registration with missing fields.
  const shop = {
    id: row.shop_id,
    name: row.shop_name!,
    logo,
    address: row.address!,
    point: asPoint(row),
    country: row.country!,
  }
  await writeVerifiedShop(tx, shop, now)
}
