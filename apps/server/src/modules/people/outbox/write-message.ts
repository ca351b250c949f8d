import type { Channel } from '@quayside/contract'
import type { AppContext } from '../../../platform/app-context.ts'
import { newId } from '../../../platform/database/ids.ts'
import { enqueueJob } from '../../../platform/jobs/jobs.ts'
import type { Tx } from '../../../platform/database/postgres.ts'
import type { Settings } from '../../../settings.ts'
import { insertMessage, messageContext, type MessageRow } from './store.ts'

const hasGateway = (settings: Settings, channel: Channel): boolean =>
  (channel === 'email' ? settings.outgoing.mail : settings.outgoing.sms) !== null

/** Whether a channel reaches its reader: through a gateway, or outside production through the visible outbox. */
export const isConfigured = (settings: Settings, channel: Channel): boolean =>
  hasGateway(settings, channel) || settings.mode !== 'production'

/** `html`: the same for programs that show it. */
export type Content = { subject: string | null; text: string; html?: string }

/** Decrypts the content of a message. */
export const contentOf = (ctx: AppContext, row: Pick<MessageRow, 'id' | 'sealed'>): Content =>
  JSON.parse(ctx.keys.open('outbox', row.sealed, messageContext(row.id)).toString()) as Content

/**
 * Writes a message to a merchant, to an operator when `merchantId` is null, or to a buyer, in the transaction of the
 * command. A job sends it; without a gateway it stays in the outbox. After `expiresAt` it is not sent any more.
 */
export async function writeMessage(
  ctx: AppContext,
  tx: Tx,
  message: ({ merchantId: string | null; to?: undefined } | { to: 'buyer' }) & {
    channel: Channel
    address: string
    content: Content
    expiresAt: Date | null
  },
  now: Date,
): Promise<void> {
  const id = newId()
  const hasSender = hasGateway(ctx.settings, message.channel)
  await insertMessage(tx, {
    id,
    merchant_id: message.to === 'buyer' ? null : message.merchantId,
    to_buyer: message.to === 'buyer',
    channel: message.channel,
    address: message.address,
    sealed: ctx.keys.seal('outbox', Buffer.from(JSON.stringify(message.content)), messageContext(id)),
    state: hasSender ? 'waiting' : 'kept',
    written_at: now,
    useless_at: message.expiresAt,
  })
  if (hasSender) await enqueueSending(tx, id)
}

/** Enqueues the sending of a message. A job that waits for a later attempt, or that gave up, starts anew. */
export const enqueueSending = (tx: Tx, id: string): Promise<void> =>
  enqueueJob(tx, 'send-message', { id }, { key: messageContext(id), attempts: 12 })
