import type { ConversationData } from './conversation-data.ts'
import { text } from './texts.ts'

type Message = ConversationData['list'][number]
/** What an answer carries: a card of the shop, or a payment account of the platform. */
export type Attachment =
  | ({ type: 'card' } & Omit<NonNullable<Message['card']>, 'pix'>)
  | { type: 'account'; id: string; network: string }

export const attachmentLabel = (one: Attachment): string =>
  one.type === 'account'
    ? text('inbox.account', { network: one.network })
    : text(`inbox.card.${one.kind}`, { code: one.code })
