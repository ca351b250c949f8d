import { StatusChip, type Tone } from '@quayside/ui'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** A state: an icon and a word, never a colour alone. */
export const StateChip = ({ tone, icon: Icon, label }: { tone: Tone; icon: LucideIcon; label: string }) => (
  <StatusChip tone={tone} icon={<Icon aria-hidden className="size-3.5" />}>
    {label}
  </StatusChip>
)

/** The chips of the states of something: how each looks, and its word. */
export const stateChips =
  <S extends string>(
    looks: Readonly<Record<S, { tone: Tone; icon: LucideIcon }>>,
    wordOf: (state: S) => string,
  ): ((props: { state: S }) => ReactNode) =>
  ({ state }) => <StateChip {...looks[state]} label={wordOf(state)} />
