/** Every column of sealed values. A new one belongs here, or the rotation of keys misses it. */
import { bankFileKeyColumn } from '../modules/money/bank/store.ts'
import { fileKeyColumn } from '../modules/shop/files/store.ts'
import { pendingTotpColumn, totpColumn } from '../modules/people/identity/operators/operator-store.ts'
import { carrierSecretColumn } from '../modules/shop/integrations/carrier-access-store.ts'
import { formerWebhookSecretColumn, webhookSecretColumn } from '../modules/shop/integrations/webhook-store.ts'
import { addressTaxNumberColumn } from '../modules/people/buyer-accounts/store.ts'
import { orderTaxNumberColumn } from '../modules/selling/orders/order-store.ts'
import { messageColumn } from '../modules/people/outbox/store.ts'
import { cardNumberColumn, destinationColumn } from '../modules/money/withdrawals/store.ts'
import { lookupKeyColumn } from '../platform/security/key-store.ts'
import type { SealedColumn } from '../platform/security/reseal.ts'

export const sealedColumns: readonly SealedColumn[] = [
  lookupKeyColumn,
  totpColumn,
  pendingTotpColumn,
  cardNumberColumn,
  destinationColumn,
  fileKeyColumn,
  bankFileKeyColumn,
  messageColumn,
  addressTaxNumberColumn,
  orderTaxNumberColumn,
  webhookSecretColumn,
  formerWebhookSecretColumn,
  carrierSecretColumn,
]
