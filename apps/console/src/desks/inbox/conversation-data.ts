import type { readConversation, ResponseBody } from '@quayside/contract'

export type ConversationData = ResponseBody<typeof readConversation>
