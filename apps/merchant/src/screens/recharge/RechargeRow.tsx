import type { Answer, rechargeRecords } from '@quayside/contract'
import { Money } from '@quayside/ui'
import { link, paths } from '../../paths.ts'
import { useFormat, useT } from '../../words.tsx'
import { RechargeState } from './RechargeState.tsx'

export type Recharge = Answer<typeof rechargeRecords>['list'][number]

/** One recharge in a list: state, way, number, amount, age. */
export function RechargeRow({ recharge }: { recharge: Recharge }) {
  const t = useT()
  const format = useFormat()
  return (
    <a
      href={link(paths.rechargeDetail, { id: recharge.id })}
      className="flex min-h-20 flex-col justify-center gap-1 border-b border-hairline py-3 text-ink no-underline active:bg-raised"
    >
      <span className="flex items-center justify-between gap-2">
        <RechargeState state={recharge.state} confirmations={recharge.confirmations} />
        <time dateTime={recharge.createdAt} className="text-caption text-muted">
          {format.ago(recharge.createdAt)}
        </time>
      </span>
      <span className="flex items-baseline justify-between gap-2">
        <span className="min-w-0">
          {t(`recharge.channel.${recharge.channel}`)}
          <bdi className="block text-caption text-muted">{recharge.code}</bdi>
        </span>
        <Money value={recharge.amount} className="font-semibold" />
      </span>
    </a>
  )
}
