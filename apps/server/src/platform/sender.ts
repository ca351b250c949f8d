/** What the modules need of a gateway for mail or text messages; providers/ holds the real ones. */
import type { Channel } from '@quayside/contract'

export type OutgoingMessage = {
  /** Stays the same when a message is sent again, so that the other side can tell. */
  id: string
  to: string
  /** Text messages have none. */
  subject: string | null
  text: string
}

/** Hands a message over. Throws `PermanentFailure` when it will never be taken, anything else when it is worth trying again. */
export type Sender = { send(letter: OutgoingMessage): Promise<void> }

/** A gateway for each channel that has one. */
export type Senders = Record<Channel, Sender | null>

export class PermanentFailure extends Error {}
