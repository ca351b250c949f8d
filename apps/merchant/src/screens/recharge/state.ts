import type { DepositChannel, DepositState } from '@quayside/contract'
import type { Tone } from '@quayside/ui'
import {
  Ban,
  CircleCheck,
  CircleX,
  Clock,
  CreditCard,
  FileSearch,
  Hourglass,
  Landmark,
  Layers,
  Link,
  PiggyBank,
  QrCode,
  Scale,
  Undo2,
  type LucideIcon,
} from 'lucide-react'

/** Colour and icon of each state of a recharge, beside its name. */
export const stateLook: Record<DepositState, { tone: Tone; Icon: LucideIcon }> = {
  'awaiting-transfer': { tone: 'accent', Icon: Hourglass },
  confirming: { tone: 'info', Icon: Layers },
  'under-review': { tone: 'info', Icon: FileSearch },
  credited: { tone: 'success', Icon: CircleCheck },
  'below-minimum': { tone: 'warning', Icon: PiggyBank },
  rejected: { tone: 'danger', Icon: CircleX },
  expired: { tone: 'neutral', Icon: Clock },
  cancelled: { tone: 'neutral', Icon: Ban },
  reversed: { tone: 'danger', Icon: Undo2 },
  disputed: { tone: 'warning', Icon: Scale },
  'charged-back': { tone: 'danger', Icon: Undo2 },
}

export const channelIcon: Record<DepositChannel, LucideIcon> = {
  card: CreditCard,
  pix: QrCode,
  chain: Link,
  manual: Landmark,
}
