import type { Channel } from '@quayside/contract'
import type { AppContext } from '../../platform/app-context.ts'
import { newId } from '../../platform/ids.ts'
import { enqueueJob } from '../../platform/jobs.ts'
import type { Tx } from '../../platform/postgres.ts'
import type { Settings } from '../../settings.ts'
import { encrypt, decrypt } from '../files/encryption.ts'
import { insertMessage, type MessageRow } from './store.ts'

const hasGateway = (settings: Settings, channel: Channel): boolean =>
  (channel === 'email' ? settings.outgoing.mail : settings.outgoing.sms) !== null

/** Whether a message on this channel finds its reader: by a gateway, or, outside production, in the outbox. */
export const isConfigured = (settings: Settings, channel: Channel): boolean =>
  hasGateway(settings, channel) || settings.mode !== 'production'

export type Content = { subject: string | null; text: string }

const context = (id: string) => `message ${id}`

/** What a message says. */
export const contentOf = (ctx: AppContext, row: Pick<MessageRow, 'id' | 'sealed'>): Content =>
  JSON.parse(decrypt(ctx.settings.masterKey, row.sealed, context(row.id)).toString()) as Content

/**
 * Writes a message to a merchant, or to an operator when `merchantId` is null, in the transaction of the act that it tells of; a job sends
 * it. Without a gateway it stays in the outbox. After `uselessAt` it is not sent any more.
 */
export async function writeMessage(
  ctx: AppContext,
  tx: Tx,
  message: { merchantId: string | null; channel: Channel; address: string; content: Content; uselessAt: Date | null },
  now: Date,
): Promise<void> {
  const id = newId()
  const leaves = hasGateway(ctx.settings, message.channel)
  await insertMessage(tx, {
    id,
    merchant_id: message.merchantId,
    channel: message.channel,
    address: message.address,
    sealed: encrypt(ctx.settings.masterKey, Buffer.from(JSON.stringify(message.content)), context(id)),
    state: leaves ? 'waiting' : 'kept',
    written_at: now,
    useless_at: message.uselessAt,
  })
  if (leaves) await enqueueJob(tx, 'send-message', { id }, { key: context(id), attempts: 12 })
}
