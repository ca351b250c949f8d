import { shownDepositState, type DepositChannel, type DepositState } from '@quayside/contract'
import { depositConfirmations } from '@quayside/contract/constants'
import { StatusChip } from '@quayside/ui'
import { useT } from '../../lib/i18n.tsx'
import { stateLook } from './state.ts'

/** The state of a recharge, with the number of confirmations while the network confirms it. */
export function RechargeState({
  recharge,
}: {
  recharge: { channel: DepositChannel; state: DepositState; confirmations: number | null }
}) {
  const t = useT()
  const { confirmations } = recharge
  const state = shownDepositState(recharge)
  const { tone, Icon } = stateLook[state]
  return (
    <StatusChip tone={tone} icon={<Icon aria-hidden className="size-4" />}>
      {t(`recharge.state.${state}`)}
      {state === 'confirming' && confirmations !== null ? (
        <bdi dir="ltr">
          {confirmations}/{depositConfirmations}
        </bdi>
      ) : null}
    </StatusChip>
  )
}
