import type { ResponseBody, MessageKind, messageDetail } from '@quayside/contract'
import { causePaths, link, paths, type Path } from '../../paths.ts'

type MessageSubject = NonNullable<ResponseBody<typeof messageDetail>['cause']>

const causeScreens: Record<MessageSubject['kind'], Path> = { ...causePaths, listing: paths.listing }

/** Messages about what a buyer wrote lead to the conversation, all others to their subject. */
export const subjectLink = (kind: MessageKind, cause: MessageSubject): string =>
  link(kind.startsWith('order-talk.') ? paths.buyerTalk : causeScreens[cause.kind], { id: cause.id })

/** The screen of a message if its subject has no screen of its own. */
const screens: Partial<Record<MessageKind, Path>> = {
  'destination.added': paths.withdraw,
  'payment-password.changed': paths.changePaymentPassword,
  'payment-password.reset': paths.changePaymentPassword,
  'payment-password.disabled': paths.changePaymentPassword,
  'passkey.added': paths.passkeys,
  'passkey.removed': paths.passkeys,
  'login-password.changed': paths.devices,
  'login-password.reset': paths.devices,
  'contact.changed': paths.my,
  'login.new-device': paths.devices,
  'registration.verified': paths.home,
  'registration.more-information': paths.register,
  'shop.closing': paths.home,
  'shop.closed': paths.home,
  'shop.opened': paths.home,
  'privacy.copy-ready': paths.privacy,
  'privacy.refused': paths.privacy,
  'support.answered': paths.service,
}

export const screenLink = (kind: MessageKind): string | undefined => {
  const path = screens[kind]
  return path && link(path)
}
