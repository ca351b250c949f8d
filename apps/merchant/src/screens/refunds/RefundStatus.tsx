import type { RefundState } from '@quayside/contract'
import { StatusChip, type Tone } from '@quayside/ui'
import { CircleCheck, CircleX, MessageSquareWarning, MessagesSquare, Undo2, type LucideIcon } from 'lucide-react'
import { useT } from '../../lib/i18n.tsx'

/** Colour and icon of each state, beside its name. */
const styles: Record<RefundState, { tone: Tone; Icon: LucideIcon }> = {
  requested: { tone: 'accent', Icon: MessageSquareWarning },
  agreed: { tone: 'info', Icon: CircleCheck },
  objected: { tone: 'info', Icon: MessagesSquare },
  refunded: { tone: 'success', Icon: CircleCheck },
  declined: { tone: 'danger', Icon: CircleX },
  withdrawn: { tone: 'neutral', Icon: Undo2 },
}

export function RefundStatus({ state }: { state: RefundState }) {
  const t = useT()
  const { tone, Icon } = styles[state]
  return (
    <StatusChip tone={tone} icon={<Icon aria-hidden className="size-4" />}>
      {t(`refunds.state.${state}`)}
    </StatusChip>
  )
}
