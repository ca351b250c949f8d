import type { RefusalName, RegistrationField } from '@quayside/contract'
import type { Tx } from '../../../../platform/database/postgres.ts'
import { Refusal, refuse, refuseFields } from '../../../../platform/refusal.ts'
import type { MerchantActor } from '../../../../platform/security/actor.ts'
import { fileOf } from '../../../shop/files/store.ts'
import { pointOf } from '../../../shop/shops/shop.ts'
import { parseShopName } from '../../../shop/shops/shop-name.ts'
import { isEditable } from './registration.ts'
import { lockRegistration, saveRegistrationFields } from '../store.ts'

type Fields = Partial<Record<RegistrationField, string | undefined>>

/**
 * Saves fields of a registration that is still editable. Refuses `registration/not-editable`, `field/name-misleading`,
 * and `file/not-found` for a picture that is not the merchant's own.
 */
export async function saveRegistration(
  tx: Tx,
  actor: MerchantActor,
  { point, ...fields }: Fields & { point?: Parameters<typeof pointOf>[0]['point'] },
): Promise<void> {
  const row = await lockRegistration(tx, actor.shopId)
  if (!row || !isEditable(row)) return refuse('registration/not-editable')
  const refusals: Record<string, RefusalName> = {}
  if (fields.shopName !== undefined) {
    const shopName = parseShopName(fields.shopName)
    if (shopName === null) refuseFields({ shopName: 'field/name-misleading' })
    fields.shopName = shopName
  }
  for (const field of ['logo', 'idFront', 'idBack', 'idInHand'] as const) {
    const id = fields[field]
    const purpose = field === 'logo' ? 'logo' : 'identity'
    if (id && !(await fileOf(tx, id, { who: 'merchant', id: actor.merchantId }, purpose)))
      refusals[field] = 'file/not-found'
  }
  if (Object.keys(refusals).length > 0) throw new Refusal('file/not-found', {}, refusals)
  await saveRegistrationFields(
    tx,
    actor.shopId,
    fields as Partial<Record<RegistrationField, string>>,
    pointOf({ address: fields.address, point }),
  )
}
