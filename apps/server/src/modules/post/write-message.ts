import type { Channel } from '@quayside/contract'
import type { House } from '../../platform/house.ts'
import { newId } from '../../platform/ids.ts'
import { later } from '../../platform/jobs.ts'
import type { Tx } from '../../platform/postgres.ts'
import type { Settings } from '../../settings.ts'
import { seal, unseal } from '../files/sealed.ts'
import { insertMessage, type MessageRow } from './store.ts'

const hasGateway = (settings: Settings, channel: Channel): boolean =>
  (channel === 'email' ? settings.post.mail : settings.post.sms) !== null

/** Whether a message on this channel finds its reader: by a gateway, or, outside production, in the outbox. */
export const isHeard = (settings: Settings, channel: Channel): boolean =>
  hasGateway(settings, channel) || settings.mode !== 'production'

export type Content = { subject: string | null; text: string }

const context = (id: string) => `message ${id}`

/** What a message says. */
export const contentOf = (house: House, row: Pick<MessageRow, 'id' | 'sealed'>): Content =>
  JSON.parse(unseal(house.settings.masterKey, row.sealed, context(row.id)).toString()) as Content

/**
 * Writes a message to a merchant, or to an operator when `merchantId` is null, in the transaction of the act that it tells of; a job sends
 * it. Without a gateway it stays in the outbox. After `uselessAt` it is not sent any more.
 */
export async function writeMessage(
  house: House,
  tx: Tx,
  message: { merchantId: string | null; channel: Channel; address: string; content: Content; uselessAt: Date | null },
  now: Date,
): Promise<void> {
  const id = newId()
  const leaves = hasGateway(house.settings, message.channel)
  await insertMessage(tx, {
    id,
    merchant_id: message.merchantId,
    channel: message.channel,
    address: message.address,
    sealed: seal(house.settings.masterKey, Buffer.from(JSON.stringify(message.content)), context(id)),
    state: leaves ? 'waiting' : 'kept',
    written_at: now,
    useless_at: message.uselessAt,
  })
  if (leaves) await later(tx, 'send-message', { id }, { key: context(id), attempts: 12 })
}
