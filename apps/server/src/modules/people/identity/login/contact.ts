import type { Channel } from '@quayside/contract'

/** Destination of a message. */
export type ContactDestination = { channel: Channel; address: string }

/** A merchant's phone or e-mail: a login name, and a destination of codes and notices. */
export type Contact = ContactDestination & {
  /** Time of the first code that was entered correctly. */
  verifiedAt: Date | null
  /** End of the cool-down of a replaced contact: before it, no code for a forgotten password goes there. */
  trustedFrom: Date | null
}

/** An address with its middle hidden: only its owner recognizes it. */
export function masked({ channel, address }: ContactDestination): string {
  if (channel === 'phone') return `${address.slice(0, 3)}•••${address.slice(-2)}`
  const at = address.lastIndexOf('@')
  return `${address.slice(0, Math.min(2, at - 1))}•••${address.slice(at)}`
}

/**
 * Contacts that can receive a code for a forgotten password: the verified ones, or without any, those of the
 * registration. A contact in its cool-down receives none: a thief with a session and the login password must wait while
 * the owner reads the notice.
 */
export function codeRecipients(contacts: readonly Contact[], now: Date): Contact[] {
  const trusted = contacts.filter(({ trustedFrom }) => trustedFrom === null || trustedFrom <= now)
  const verified = trusted.filter(({ verifiedAt }) => verifiedAt !== null)
  return verified.length > 0 ? verified : trusted
}
