/** The route table: every endpoint of the three APIs, by its name in the contract. */
import type { Endpoint } from './endpoint.ts'
import * as account from './account.ts'
import * as bank from './bank.ts'
import * as acts from './acts.ts'
import * as audit from './audit.ts'
import * as buyers from './buyers.ts'
import * as carriers from './carriers.ts'
import * as catalogue from './catalogue.ts'
import * as categories from './categories.ts'
import * as coupons from './coupons.ts'
import * as deposits from './deposits.ts'
import * as files from './files.ts'
import * as fulfilment from './fulfilment.ts'
import * as identity from './identity.ts'
import * as integrations from './integrations.ts'
import * as imports from './imports.ts'
import * as insights from './insights.ts'
import * as ledger from './ledger.ts'
import * as listings from './listings.ts'
import * as messages from './messages.ts'
import * as orders from './orders.ts'
import * as orderTalks from './order-talks.ts'
import * as payments from './payments.ts'
import * as operators from './operators.ts'
import * as shopAdmin from './shop-admin.ts'
import * as together from './together.ts'
import * as work from './work.ts'
import * as outbox from './outbox.ts'
import * as refunds from './refunds.ts'
import * as platformFigures from './platform-figures.ts'
import * as prices from './prices.ts'
import * as privacy from './privacy.ts'
import * as reports from './reports.ts'
import * as reviews from './reviews.ts'
import * as screening from './screening.ts'
import * as search from './search.ts'
import * as settings from './settings.ts'
import * as selfDealing from './self-dealing.ts'
import * as books from './books.ts'
import * as products from './products.ts'
import * as reconciliation from './reconciliation.ts'
import * as shops from './shops.ts'
import * as stock from './stock.ts'
import * as storefront from './storefront.ts'
import * as paymentAccounts from './payment-accounts.ts'
import * as paymentPasskeys from './payment-passkeys.ts'
import * as system from './system.ts'
import * as suppliers from './suppliers.ts'
import * as support from './support.ts'
import * as supportDesk from './support-desk.ts'
import * as payouts from './payouts.ts'
import * as treasury from './treasury.ts'
import * as withdrawals from './withdrawals.ts'
import * as withdrawalDesk from './withdrawal-desk.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'access' in value && 'response' in value

export const endpoints: Record<string, Endpoint> = Object.fromEntries(
  Object.entries({
    ...identity,
    ...account,
    ...files,
    ...shops,
    ...buyers,
    ...carriers,
    ...catalogue,
    ...categories,
    ...suppliers,
    ...products,
    ...stock,
    ...coupons,
    ...imports,
    ...integrations,
    ...listings,
    ...orders,
    ...orderTalks,
    ...fulfilment,
    ...ledger,
    ...bank,
    ...deposits,
    ...withdrawals,
    ...withdrawalDesk,
    ...paymentAccounts,
    ...paymentPasskeys,
    ...payouts,
    ...treasury,
    ...support,
    ...supportDesk,
    ...messages,
    ...refunds,
    ...platformFigures,
    ...prices,
    ...privacy,
    ...reports,
    ...reviews,
    ...screening,
    ...search,
    ...selfDealing,
    ...reconciliation,
    ...books,
    ...insights,
    ...outbox,
    ...system,
    ...settings,
    ...storefront,
    ...payments,
    ...operators,
    ...acts,
    ...audit,
    ...shopAdmin,
    ...together,
    ...work,
  } as Record<string, unknown>).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])),
)
