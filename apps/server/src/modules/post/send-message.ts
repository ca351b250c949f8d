import { after, minutes } from '../../platform/clock.ts'
import type { House } from '../../platform/house.ts'
import { Undeliverable, type Posts } from '../../platform/post.ts'
import { isWaiting, releaseMessage, settleMessage, takeMessage, type MessageRow } from './store.ts'
import { contentOf } from './write-message.ts'

/** Longer than any gateway's time-outs together: a worker that has not reported by then is gone. */
const takenFor = minutes(2)

/**
 * Sends a message that waits, once. May stop anywhere and be run again: what was taken by a gateway is not sent again, and what
 * nobody knows about is sent under the same id. Throws when it should be tried again.
 */
export async function sendMessage(house: House, posts: Posts, id: string): Promise<void> {
  const now = house.clock.now()
  const message = await takeMessage(house.db, id, now, after(now, takenFor))
  if (!message) {
    if (await isWaiting(house.db, id)) throw new Error('another worker has this message')
    return
  }
  if (message.useless_at && message.useless_at <= now) {
    await settleMessage(house.db, id, 'too-late')
    return
  }
  const outcome = await hand(house, posts, message)
  if (outcome !== 'again') {
    await settleMessage(house.db, id, outcome)
    return
  }
  await releaseMessage(house.db, id)
  // The queue keeps what a job throws: no address and nothing that was said.
  throw new Error(`message ${id} did not leave`)
}

async function hand(house: House, posts: Posts, message: MessageRow): Promise<'sent' | 'refused' | 'again'> {
  const { id, channel, address } = message
  try {
    const post = posts[channel]
    if (!post) throw new Error(`no gateway for ${channel}`)
    await post.send({ id, to: address, ...contentOf(house, message) })
    return 'sent'
  } catch (error) {
    house.log.warn({ err: error, message: id, channel }, 'a message did not leave')
    return error instanceof Undeliverable ? 'refused' : 'again'
  }
}
