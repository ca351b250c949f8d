import type { DocumentField, ParsedInput } from '@quayside/contract'
import type * as shopAdmin from '@quayside/contract/shop-admin'
import type { AppContext } from '../../../../platform/app-context.ts'
import { emitEvent } from '../../../../platform/events/events.ts'
import type { Tx } from '../../../../platform/database/postgres.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { publicUrlOf } from '../../../shop/files/store.ts'
import { asPoint } from '../../../shop/shops/shop.ts'
import { parseShopName } from '../../../shop/shops/shop-name.ts'
import { writeVerifiedShop } from '../../../shop/shops/store.ts'
import { requireScreened } from '../../screening/read-screening.ts'
import { askScreening } from '../../screening/screen.ts'
import { insertDecision, listUnopened } from './registration-review-store.ts'
import {
  findMerchantOf,
  lockRegistration,
  markAppealed,
  markFieldsRequested,
  markRejected,
  markVerified,
  type RegistrationRow,
} from '../store.ts'

/** Whether this operator has to leave the decision to somebody else: an appeal goes to another person. */
export const mustAbstain = (row: Pick<RegistrationRow, 'appealed_at' | 'rejected_by'>, operatorId: string): boolean =>
  row.appealed_at !== null && row.rejected_by === operatorId

/**
 * Verifies a registration in review, asks the merchant for fields again, or rejects it. Refuses `shop/not-found`,
 * `registration/not-editable`, `operator/second-person` to the person whose rejection was appealed,
 * `registration/documents-unopened` to an operator who verifies without a reason and has not opened every document,
 * `screening/open` or `screening/waiting` while a list of sanctions may name the merchant, and `field/name-misleading`
 * for a name that was saved before the rules of names existed. Returns the documents that were not opened.
 */
export async function decideRegistration(
  ctx: Pick<AppContext, 'settings'>,
  tx: Tx,
  operatorId: string,
  input: ParsedInput<typeof shopAdmin.decideRegistration>,
  now: Date,
): Promise<{ unopened: DocumentField[] }> {
  const { shopId, decision } = input
  const row = await lockRegistration(tx, shopId)
  if (!row) return refuse('shop/not-found')
  if (row.state !== 'in-review') refuse('registration/not-editable')
  if (mustAbstain(row, operatorId)) refuse('operator/second-person')
  const unopened = input.decision === 'verified' ? await listUnopened(tx, row, operatorId) : []
  if (input.decision === 'verified' && unopened.length > 0 && !input.text) refuse('registration/documents-unopened')
  if (input.decision === 'verified') await requireScreened(ctx, tx, shopId, null)
  if (input.decision === 'verified') await verify(tx, row, operatorId, now)
  else if (input.decision === 'rejected') await markRejected(tx, shopId, input, operatorId, now)
  else await markFieldsRequested(tx, shopId, input.asked, operatorId, now)
  await insertDecision(tx, {
    shopId,
    operatorId,
    at: now,
    decision,
    rejection: input.decision === 'rejected' ? input.reason : null,
    text: input.decision === 'rejected' || unopened.length > 0 ? textOf(input) : null,
    asked: input.decision === 'more-information' ? input.asked : {},
    afterAppeal: row.appealed_at !== null,
  })
  await emitEvent(tx, 'registration.decided', { shopId, at: now, data: { decision } }, ['shop', 'session'])
  return { unopened }
}

const textOf = (input: ParsedInput<typeof shopAdmin.decideRegistration>) => ('text' in input && input.text) || null

/** The merchant appeals once against a rejection. Refuses `registration/not-editable`. */
export async function appealRegistration(
  ctx: Pick<AppContext, 'settings'>,
  tx: Tx,
  shopId: string,
  text: string,
  now: Date,
): Promise<void> {
  const row = await lockRegistration(tx, shopId)
  if (row?.state !== 'rejected' || row.appealed_at) return refuse('registration/not-editable')
  await markAppealed(tx, shopId, text, now)
  await askScreening(ctx, tx, { kind: 'registration', shopId, id: shopId }, now)
  await emitEvent(tx, 'registration.submitted', { shopId, at: now, data: { appeal: true } }, ['shop'])
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
