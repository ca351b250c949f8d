import { CircleCheck, Clock3, MessageCircle, MessageCircleReply } from 'lucide-react'
import { StateChip } from '../../components/StateChip.tsx'
import type { ConversationData } from './conversation-data.ts'
import { text } from './texts.ts'

const states = {
  open: { tone: 'info', icon: MessageCircle },
  'awaiting-reply': { tone: 'neutral', icon: MessageCircleReply },
  snoozed: { tone: 'warning', icon: Clock3 },
  done: { tone: 'success', icon: CircleCheck },
} as const

export const ConversationState = ({ row }: { row: Pick<ConversationData['conversation'], 'state'> }) => (
  <StateChip {...states[row.state]} label={text(`inbox.state.${row.state}`)} />
)
