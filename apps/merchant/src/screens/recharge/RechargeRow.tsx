import type { ResponseBody, rechargeRecords } from '@quayside/contract'
import { Money, RecordIcon, RecordRow } from '@quayside/ui'
import { link, paths } from '../../paths.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { RechargeState } from './RechargeState.tsx'
import { channelIcon } from './state.ts'

export type Recharge = ResponseBody<typeof rechargeRecords>['list'][number]

/** One recharge in a list: channel, state, number, amount and time, under the heading of its day. */
export function RechargeRow({ recharge }: { recharge: Recharge }) {
  const t = useT()
  const format = useFormat()
  const Icon = channelIcon[recharge.channel]
  return (
    <div className="-mx-2 border-b border-border px-2">
      <RecordRow
        href={link(paths.rechargeDetail, { id: recharge.id })}
        picture={
          <RecordIcon>
            <Icon />
          </RecordIcon>
        }
        title={t(`recharge.channel.${recharge.channel}`)}
        detail={
          <>
            <RechargeState recharge={recharge} /> <bdi>{recharge.code}</bdi>
          </>
        }
        amount={<Money value={recharge.amount} />}
        at={<time dateTime={recharge.createdAt}>{format.clock(recharge.createdAt)}</time>}
      />
    </div>
  )
}
