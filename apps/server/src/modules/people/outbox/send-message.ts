import { addTime, minutes } from '../../../platform/jobs/clock.ts'
import type { AppContext } from '../../../platform/app-context.ts'
import { PermanentFailure, type Senders } from '../../../platform/sender.ts'
import { isWaiting, releaseMessage, settleMessage, claimMessage, type MessageRow } from './store.ts'
import { contentOf } from './write-message.ts'

/** Longer than all timeouts of a gateway together: a worker without a result by then has died. */
const claimDuration = minutes(2)

/**
 * Sends a waiting message once. Safe to stop anywhere and to repeat: a message that a gateway accepted is not sent
 * again, and one with an unknown outcome is sent under the same id. Throws to make the job queue retry.
 */
export async function sendMessage(ctx: AppContext, senders: Senders, id: string): Promise<void> {
  const now = ctx.clock.now()
  const message = await claimMessage(ctx.db, id, now, addTime(now, claimDuration))
  if (!message) {
    if (await isWaiting(ctx.db, id)) throw new Error(`outbox: message ${id} is claimed by another worker`)
    return
  }
  if (message.useless_at && message.useless_at <= now) {
    await settleMessage(ctx.db, id, 'too-late')
    return
  }
  const outcome = await deliver(ctx, senders, message)
  if (outcome !== 'retry') {
    await settleMessage(ctx.db, id, outcome)
    return
  }
  await releaseMessage(ctx.db, id)
  // The job queue stores this error, so it must contain neither the address nor the text.
  throw new Error(`outbox: sending message ${id} failed`)
}

async function deliver(ctx: AppContext, senders: Senders, message: MessageRow): Promise<'sent' | 'refused' | 'retry'> {
  const { id, channel, address } = message
  try {
    const sender = senders[channel]
    if (!sender) throw new Error(`outbox: no gateway is configured for ${channel}`)
    await sender.send({ id, to: address, ...contentOf(ctx, message) })
    return 'sent'
  } catch (error) {
    ctx.log.warn({ err: error, message: id, channel }, 'outbox: sending a message failed')
    return error instanceof PermanentFailure ? 'refused' : 'retry'
  }
}
