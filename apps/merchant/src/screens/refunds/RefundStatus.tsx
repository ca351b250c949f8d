import type { RefundState } from '@quayside/contract'
import { StatusChip, type Tone } from '@quayside/ui'
import { CircleCheck, CircleX, MessageSquareWarning, MessagesSquare, Undo2, type LucideIcon } from 'lucide-react'
import { useT } from '../../lib/i18n.tsx'

/** How each state looks: words, colour and icon say the same. */
const looks: Record<RefundState, { tone: Tone; Icon: LucideIcon }> = {
  requested: { tone: 'accent', Icon: MessageSquareWarning },
  agreed: { tone: 'info', Icon: CircleCheck },
  objected: { tone: 'info', Icon: MessagesSquare },
  refunded: { tone: 'success', Icon: CircleCheck },
  declined: { tone: 'danger', Icon: CircleX },
  withdrawn: { tone: 'neutral', Icon: Undo2 },
}

export function RefundStatus({ state }: { state: RefundState }) {
  const t = useT()
  const { tone, Icon } = looks[state]
  return (
    <StatusChip tone={tone} icon={<Icon aria-hidden className="size-4" />}>
      {t(`refunds.state.${state}`)}
    </StatusChip>
  )
}
