/** Responses that several endpoints of this module share. */
import type { AppContext } from '../../../platform/app-context.ts'
import type { MerchantRow } from './store.ts'

/** An instant in the future, as the wire writes it; null for a past one. */
export const futureInstant = (at: Date | null, now: Date) => (at && at > now ? at.toISOString() : null)

/** What the merchant's app stores of a new session. */
export const userinfo = (
  merchant: MerchantRow,
  { token, device }: { token: string; device: string | null },
  ctx: AppContext,
) => ({
  token,
  device,
  merchantId: merchant.id,
  shopId: merchant.shop_id,
  shopName: merchant.shop_name,
  realName: merchant.real_name,
  registration: merchant.state,
  demo: ctx.settings.mode === 'demo',
})
