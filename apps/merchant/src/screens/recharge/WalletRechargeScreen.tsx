import { useRead } from '@quayside/client'
import { rechargeChannels } from '@quayside/contract'
import { Page, SegmentTabs } from '@quayside/ui'
import { Reading } from '../../parts/Reading.tsx'
import { useBack } from '../../parts/useBack.ts'
import { paths } from '../../paths.ts'
import { navigate, useQuery } from '../../router.ts'
import { useT } from '../../words.tsx'
import { ChainRecharge } from './ChainRecharge.tsx'
import { ChannelOff } from './ChannelOff.tsx'
import { ManualRecharge } from './ManualRecharge.tsx'

/** Recharging over a chain or by a transfer with its voucher, whichever is offered. */
export function WalletRechargeScreen() {
  const t = useT()
  const back = useBack(paths.recharge)
  const query = useQuery()
  const channels = useRead(rechargeChannels, {})
  const ways = (['chain', 'manual'] as const).filter((way) =>
    way === 'chain' ? channels.data?.chain.length : channels.data?.manual,
  )
  const way = ways.find((one) => one === query.way) ?? ways[0]

  return (
    <Page title={t(`recharge.channel.${way ?? 'chain'}`)} onBack={back} backLabel={t('common.back')}>
      {ways.length > 1 && way ? (
        <SegmentTabs
          label={t('recharge.title')}
          value={way}
          onChange={(key) => navigate({ to: paths.walletRecharge, search: { way: key }, replace: true })}
          items={ways.map((key) => ({ key, label: t(`recharge.channel.${key}`) }))}
        />
      ) : null}
      <Reading of={channels}>
        {({ chain, manual }) =>
          way === 'chain' ? <ChainRecharge chains={chain} /> : manual ? <ManualRecharge {...manual} /> : <ChannelOff />
        }
      </Reading>
    </Page>
  )
}
