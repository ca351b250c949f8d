import { useApiQuery } from '@quayside/client'
import { rechargeChannels } from '@quayside/contract'
import { Page, SegmentTabs } from '@quayside/ui'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { paths } from '../../paths.ts'
import { navigate, useSearchParams } from '../../router.ts'
import { useT } from '../../lib/i18n.tsx'
import { ChainRecharge } from './ChainRecharge.tsx'
import { ChannelOff } from './ChannelOff.tsx'
import { ManualRecharge } from './ManualRecharge.tsx'

/** Recharge over a blockchain or by a transfer with a voucher, depending on the offered channels. */
export function WalletRechargeScreen() {
  const t = useT()
  const back = useBack(paths.recharge)
  const query = useSearchParams()
  const channels = useApiQuery(rechargeChannels, {})
  const ways = (['chain', 'manual'] as const).filter((way) =>
    way === 'chain' ? channels.data?.chain.length : channels.data?.manual,
  )
  const way = ways.find((one) => one === query.way) ?? ways[0]

  return (
    <Page title={t(`recharge.channel.${way ?? 'chain'}`)} onBack={back}>
      {ways.length > 1 && way ? (
        <SegmentTabs
          label={t('recharge.title')}
          value={way}
          onChange={(key) => navigate({ to: paths.walletRecharge, search: { way: key }, replace: true })}
          items={ways.map((key) => ({ key, label: t(`recharge.channel.${key}`) }))}
        />
      ) : null}
      <QueryBoundary query={channels}>
        {({ chain, manual }) =>
          way === 'chain' ? <ChainRecharge chains={chain} /> : manual ? <ManualRecharge {...manual} /> : <ChannelOff />
        }
      </QueryBoundary>
    </Page>
  )
}
