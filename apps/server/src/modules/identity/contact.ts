import type { Channel } from '@quayside/contract'

/** Where something goes that is sent. */
export type ContactDestination = { channel: Channel; address: string }

/** A contact is a merchant's phone or e-mail: the name to log in with, and where codes and notices go. */
export type Contact = ContactDestination & {
  /** A code that was sent there came back. */
  verifiedAt: Date | null
  /** It replaced another one; a code for a forgotten password is sent there only from then on. */
  trustedFrom: Date | null
}

/** An address with so much of it hidden that only its owner knows it again. */
export function masked({ channel, address }: ContactDestination): string {
  if (channel === 'phone') return `${address.slice(0, 3)}•••${address.slice(-2)}`
  const at = address.lastIndexOf('@')
  return `${address.slice(0, Math.min(2, at - 1))}•••${address.slice(at)}`
}

/**
 * Contacts that take a code for a forgotten password: verified ones; while there is none, those given at registration. One that
 * has just replaced another one takes none, so that a thief of a session and the login password has to wait while the owner reads
 * the notice.
 */
export function takesCodes(contacts: readonly Contact[], now: Date): Contact[] {
  const trusted = contacts.filter(({ trustedFrom }) => trustedFrom === null || trustedFrom <= now)
  const verified = trusted.filter(({ verifiedAt }) => verifiedAt !== null)
  return verified.length > 0 ? verified : trusted
}
