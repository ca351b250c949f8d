import type { ApiScope } from '@quayside/contract'
import type { AppMessage } from '@quayside/locales'

/** The words of each scope. */
export const scopeTexts: Record<ApiScope, AppMessage> = {
  'orders:read': 'integrations.scope.orders-read',
  'products:read': 'integrations.scope.products-read',
  'products:write': 'integrations.scope.products-write',
  'finance:read': 'integrations.scope.finance-read',
}
