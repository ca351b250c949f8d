import { addTime, minutes } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { PermanentFailure, type Senders } from '../../platform/sender.ts'
import { isWaiting, releaseMessage, settleMessage, lockMessage, type MessageRow } from './store.ts'
import { contentOf } from './write-message.ts'

/** Longer than any gateway's time-outs together: a worker that has not reported by then is gone. */
const takenFor = minutes(2)

/**
 * Sends a message that waits, once. May stop anywhere and be run again: what was taken by a gateway is not sent again, and what
 * nobody knows about is sent under the same id. Throws when it should be tried again.
 */
export async function sendMessage(ctx: AppContext, posts: Senders, id: string): Promise<void> {
  const now = ctx.clock.now()
  const message = await lockMessage(ctx.db, id, now, addTime(now, takenFor))
  if (!message) {
    if (await isWaiting(ctx.db, id)) throw new Error('another worker has this message')
    return
  }
  if (message.useless_at && message.useless_at <= now) {
    await settleMessage(ctx.db, id, 'too-late')
    return
  }
  const outcome = await hand(ctx, posts, message)
  if (outcome !== 'again') {
    await settleMessage(ctx.db, id, outcome)
    return
  }
  await releaseMessage(ctx.db, id)
  // The queue keeps what a job throws: no address and nothing that was said.
  throw new Error(`message ${id} did not leave`)
}

async function hand(ctx: AppContext, posts: Senders, message: MessageRow): Promise<'sent' | 'refused' | 'again'> {
  const { id, channel, address } = message
  try {
    const post = posts[channel]
    if (!post) throw new Error(`no gateway for ${channel}`)
    await post.send({ id, to: address, ...contentOf(ctx, message) })
    return 'sent'
  } catch (error) {
    ctx.log.warn({ err: error, message: id, channel }, 'a message did not leave')
    return error instanceof PermanentFailure ? 'refused' : 'again'
  }
}
