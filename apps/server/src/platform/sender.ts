/** The interface of a gateway for mail or text messages. providers/ holds the implementations. */
import type { Channel } from '@quayside/contract'

export type OutgoingMessage = {
  /** The same for each attempt, so that the gateway recognizes a repeated message. */
  id: string
  to: string
  /** Text messages have none. */
  subject: string | null
  text: string
  /** The same as HTML, for mail. */
  html?: string
}

/**
 * Sends a message. Throws `PermanentFailure` when a retry is useless, any other error when the message should be
 * sent again.
 */
export type Sender = { send(letter: OutgoingMessage): Promise<void> }

/** A gateway for each channel that has one. */
export type Senders = Record<Channel, Sender | null>

export class PermanentFailure extends Error {}
