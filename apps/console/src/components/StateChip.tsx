import { StatusChip, type Tone } from '@quayside/ui'
import type { LucideIcon } from 'lucide-react'

/** A state: an icon and a word, never a colour alone. */
export const StateChip = ({ tone, icon: Icon, label }: { tone: Tone; icon: LucideIcon; label: string }) => (
  <StatusChip tone={tone} icon={<Icon aria-hidden className="size-3.5" />}>
    {label}
  </StatusChip>
)
