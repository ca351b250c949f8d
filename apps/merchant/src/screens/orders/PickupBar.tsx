import { useApiQuery } from '@quayside/client'
import { pickupSum, type RequestBody } from '@quayside/contract'
import { Money, SelectionFooter } from '@quayside/ui'
import { OnlineButton } from '../../components/OnlineButton.tsx'
import { SelectionBar } from '../../components/SelectionBar.tsx'
import { WhileOpen } from '../../components/WhileOpen.tsx'
import { useT } from '../../lib/i18n.tsx'
import type { OrderListRow } from './OrderRow.tsx'
import type { useOrderSelection } from './useOrderSelection.ts'

/** Replaces the tab bar in selection mode: the number of selected orders, their profit, and the pick-up button. */
export function PickupBar({
  selection,
  loaded,
  filter,
  onPickUp,
}: {
  selection: ReturnType<typeof useOrderSelection>
  loaded: readonly OrderListRow[]
  filter: RequestBody<typeof pickupSum>
  onPickUp: (orders: string[] | RequestBody<typeof pickupSum>) => void
}) {
  const t = useT()
  const sum = useApiQuery(pickupSum, filter)
  const allOrders = sum.isPlaceholderData ? undefined : sum.data
  const { count, profit } = selection.all
    ? (allOrders ?? { count: 0, profit: '0.00' })
    : { count: selection.count, profit: selection.profit }
  const total = allOrders?.count ?? loaded.length
  return (
    <SelectionFooter label={t('common.select')}>
      <SelectionBar
        chosen={count}
        detail={
          <>
            {t('orders.profit')} <Money value={profit} sign className="text-success" />
          </>
        }
        shown={loaded.length}
        total={total}
        all={t('orders.select-all', { n: total })}
        onShown={() => selection.start(loaded)}
        onAll={selection.chooseAll}
        onClear={selection.stop}
      >
        <WhileOpen>
          <OnlineButton wide disabled={count === 0} onClick={() => onPickUp(selection.all ? filter : selection.ids())}>
            {t('orders.pickup')}
          </OnlineButton>
        </WhileOpen>
      </SelectionBar>
    </SelectionFooter>
  )
}
