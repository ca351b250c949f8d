/** Every column of sealed values. A new one belongs here, or the rotation of keys misses it. */
import { bankFileKeyColumn } from './modules/bank/store.ts'
import { fileKeyColumn } from './modules/files/store.ts'
import { pendingTotpColumn, totpColumn } from './modules/identity/operator-store.ts'
import { carrierSecretColumn } from './modules/integrations/carrier-access-store.ts'
import { formerWebhookSecretColumn, webhookSecretColumn } from './modules/integrations/webhook-store.ts'
import { addressTaxNumberColumn } from './modules/accounts/store.ts'
import { orderTaxNumberColumn } from './modules/orders/order-store.ts'
import { messageColumn } from './modules/outbox/store.ts'
import { cardNumberColumn, destinationColumn } from './modules/withdrawals/store.ts'
import { lookupKeyColumn } from './platform/key-store.ts'
import type { SealedColumn } from './platform/reseal.ts'

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
