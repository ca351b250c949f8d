import type { WithdrawalState as State } from '@quayside/contract'
import { StatusChip } from '@quayside/ui'
import { TriangleAlert } from 'lucide-react'
import { useT } from '../../lib/i18n.tsx'
import { stateLook } from './state.ts'

/** The state of a withdrawal, and whether its present deadline has passed. */
export function WithdrawalState({ state, overdue }: { state: State; overdue: boolean }) {
  const t = useT()
  const { tone, Icon } = stateLook[state]
  return (
    <span className="flex flex-wrap gap-2">
      <StatusChip tone={tone} icon={<Icon aria-hidden className="size-4" />}>
        {t(`withdraw.state.${state}`)}
      </StatusChip>
      {overdue ? (
        <StatusChip tone="danger" icon={<TriangleAlert aria-hidden className="size-4" />}>
          {t('withdraw.overdue')}
        </StatusChip>
      ) : null}
    </span>
  )
}
