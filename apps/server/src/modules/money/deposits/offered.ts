import type { AppContext } from '../../../platform/app-context.ts'

/**
 * Whether the platform takes no new recharges this way: `card`, `pix`, `manual-<network>` or `chain-<network>`. What is
 * open already is credited nevertheless.
 */
export const isRechargeClosed = ({ business }: AppContext, name: string, now: Date): boolean =>
  business.at('recharge.closed', now).includes(name)
