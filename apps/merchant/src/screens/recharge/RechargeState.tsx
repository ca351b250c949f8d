import { shownDepositState, type DepositChannel, type DepositState } from '@quayside/contract'
import { depositConfirmations } from '@quayside/contract/constants'
import { StatusChip } from '@quayside/ui'
import { useT } from '../../lib/i18n.tsx'
import { stateLook } from './state.ts'

/** Where a recharge stands; one that the network is confirming says how far it is. */
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
