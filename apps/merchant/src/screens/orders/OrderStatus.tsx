import type { OrderStatus as Status } from '@quayside/contract'
import { StatusChip } from '@quayside/ui'
import { useT } from '../../lib/i18n.tsx'
import { statusLook } from './status.ts'

export function OrderStatus({ status }: { status: Status }) {
  const t = useT()
  const { tone, Icon } = statusLook[status]
  return (
    <StatusChip tone={tone} icon={<Icon aria-hidden className="size-4" />}>
      {t(`status.${status}`)}
    </StatusChip>
  )
}
