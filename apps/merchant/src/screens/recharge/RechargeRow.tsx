import type { ResponseBody, rechargeRecords } from '@quayside/contract'
import { Money, RecordLine } from '@quayside/ui'
import { link, paths } from '../../paths.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { RechargeState } from './RechargeState.tsx'

export type Recharge = ResponseBody<typeof rechargeRecords>['list'][number]

/** One recharge in a list: state, channel, number, amount and time, under the heading of its day. */
export function RechargeRow({ recharge }: { recharge: Recharge }) {
  const t = useT()
  const format = useFormat()
  return (
    <RecordLine
      href={link(paths.rechargeDetail, { id: recharge.id })}
      state={<RechargeState recharge={recharge} />}
      at={<time dateTime={recharge.createdAt}>{format.clock(recharge.createdAt)}</time>}
      title={t(`recharge.channel.${recharge.channel}`)}
      detail={<bdi>{recharge.code}</bdi>}
      amount={<Money value={recharge.amount} />}
    />
  )
}
