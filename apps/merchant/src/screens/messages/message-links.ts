import type { ResponseBody, MessageKind, messageDetail } from '@quayside/contract'
import { causePaths, link, paths, type Path, type Query } from '../../paths.ts'

type MessageSubject = NonNullable<ResponseBody<typeof messageDetail>['cause']>

const causeScreens: Record<MessageSubject['kind'], Path> = { ...causePaths, listing: paths.listing }

/** Messages about what a buyer wrote lead to the conversation, all others to their subject. */
export const subjectLink = (kind: MessageKind, cause: MessageSubject): string =>
  link(kind.startsWith('order-talk.') ? paths.buyerTalk : causeScreens[cause.kind], { id: cause.id })

const passwords = { part: 'payment-password' }
/** The screen of a message if its subject has no screen of its own. */
const screens: Partial<Record<MessageKind, Path | readonly [Path, Query]>> = {
  'destination.added': paths.withdraw,
  'payment-password.changed': [paths.security, passwords],
  'payment-password.reset': [paths.security, passwords],
  'payment-password.disabled': [paths.security, passwords],
  'passkey.added': [paths.security, { part: 'passkeys' }],
  'passkey.removed': [paths.security, { part: 'passkeys' }],
  'login-password.changed': [paths.security, { part: 'devices' }],
  'login-password.reset': [paths.security, { part: 'devices' }],
  'contact.changed': paths.security,
  'login.new-device': [paths.security, { part: 'devices' }],
  'registration.verified': paths.home,
  'registration.more-information': paths.register,
  'shop.closing': paths.home,
  'shop.closed': paths.home,
  'shop.opened': paths.home,
  'privacy.copy-ready': [paths.security, { part: 'privacy' }],
  'privacy.refused': [paths.security, { part: 'privacy' }],
  'support.answered': paths.service,
}

export const screenLink = (kind: MessageKind): string | undefined => {
  const screen = screens[kind]
  if (!screen) return undefined
  return typeof screen === 'string' ? link(screen) : link(...screen)
}
