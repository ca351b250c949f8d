/** Domains that ignore the dots of a mailbox. */
const dotlessDomains = ['gmail.com', 'googlemail.com']

/** The mailbox that an address names: without its tag, and without dots where they mean nothing. */
export function mailboxOf(email: string): string {
  const text = email.trim().toLowerCase()
  const at = text.lastIndexOf('@')
  const [name, domain] = [text.slice(0, at).split('+')[0]!, text.slice(at + 1)]
  // An address that is nothing but a tag stays as it is.
  if (name === '') return text
  return dotlessDomains.includes(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}
