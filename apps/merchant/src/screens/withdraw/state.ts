import type { WithdrawalState } from '@quayside/contract'
import type { Tone } from '@quayside/ui'
import { Ban, BadgeCheck, CircleCheck, CornerDownLeft, Hourglass, SearchCheck, Send, Undo2 } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'

/** Colour and icon of each state, beside its name. */
export const stateLook: Record<WithdrawalState, { tone: Tone; Icon: LucideIcon }> = {
  pending: { tone: 'accent', Icon: Hourglass },
  approved: { tone: 'info', Icon: CircleCheck },
  sending: { tone: 'info', Icon: Send },
  unknown: { tone: 'warning', Icon: SearchCheck },
  paid: { tone: 'success', Icon: BadgeCheck },
  rejected: { tone: 'danger', Icon: Ban },
  cancelled: { tone: 'neutral', Icon: Undo2 },
  failed: { tone: 'danger', Icon: CornerDownLeft },
}
