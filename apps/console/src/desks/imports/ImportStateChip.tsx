import type { ImportState } from '@quayside/contract/imports'
import { Ban, CircleCheck, CircleX, Hourglass, ListChecks, Undo2, type LucideIcon } from 'lucide-react'
import { StateChip } from '../../components/StateChip.tsx'
import { text } from './texts.ts'

const looks: Record<ImportState, { tone: 'neutral' | 'info' | 'success' | 'warning' | 'danger'; icon: LucideIcon }> = {
  uploaded: { tone: 'warning', icon: ListChecks },
  staging: { tone: 'info', icon: Hourglass },
  validating: { tone: 'info', icon: Hourglass },
  ready: { tone: 'warning', icon: ListChecks },
  committing: { tone: 'info', icon: Hourglass },
  done: { tone: 'success', icon: CircleCheck },
  cancelled: { tone: 'neutral', icon: Ban },
  failed: { tone: 'danger', icon: CircleX },
  undoing: { tone: 'info', icon: Hourglass },
  undone: { tone: 'neutral', icon: Undo2 },
}
/** The state of an import with its icon. */
export const ImportStateChip = ({ state }: { state: ImportState }) => (
  <StateChip {...looks[state]} label={text(`imports.state.${state}`)} />
)
