import { useApiQuery } from '@quayside/client'
import { depositChannels, rechargeChannels, type ResponseBody, type DepositChannel } from '@quayside/contract'
import { Card, ListRow, Page, Rows, Sheet } from '@quayside/ui'
import { ReceiptText, ShieldCheck, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Imprint } from '../../components/Imprint.tsx'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { link, paths } from '../../paths.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { channelIcon } from './state.ts'

const rows = (channels: ResponseBody<typeof rechargeChannels>) =>
  ({
    card: { href: link(paths.onlineRecharge), minimum: channels.card?.minimum },
    pix: {
      href: link(paths.onlineRecharge, { way: 'pix' }),
      minimum: channels.pix.code ? channels.pix.minimum : undefined,
    },
    chain: { href: link(paths.walletRecharge, { way: 'chain' }), minimum: channels.chain[0]?.minimum },
    manual: { href: link(paths.walletRecharge, { way: 'manual' }), minimum: channels.manual?.minimum },
  }) satisfies Record<DepositChannel, { href: string; minimum: string | undefined }>

/** The recharge channels, below the statement that a recharge is optional. */
export function RechargeScreen() {
  const t = useT()
  const format = useFormat()
  const back = useBack(paths.my)
  const channels = useApiQuery(rechargeChannels, {})
  const [told, setTold] = useState(false)

  return (
    <Page title={t('recharge.title')} onBack={back}>
      <Card className="flex gap-3">
        <ShieldCheck aria-hidden className="size-6 shrink-0 text-success" />
        <p>{t('recharge.never')}</p>
      </Card>
      <QueryBoundary query={channels}>
        {(offered) => (
          <nav aria-label={t('recharge.title')}>
            <Rows>
              {depositChannels.map((channel) => {
                const { href, minimum } = rows(offered)[channel]
                const Icon = channelIcon[channel]
                return (
                  <ListRow
                    key={channel}
                    {...(minimum ? { href } : {})}
                    icon={<Icon />}
                    title={t(`recharge.channel.${channel}`)}
                    detail={
                      <>
                        {t(`recharge.channel.${channel}.text`)}
                        <span className="block text-foreground">
                          {minimum ? t('recharge.from', { amount: format.money(minimum) }) : t('recharge.off')}
                        </span>
                      </>
                    }
                  />
                )
              })}
            </Rows>
          </nav>
        )}
      </QueryBoundary>
      {channels.isLoading ? null : (
        <Rows>
          <ListRow onClick={() => setTold(true)} icon={<TriangleAlert />} title={t('recharge.told')} />
          <ListRow
            href={link(paths.funds, { show: 'recharges' })}
            icon={<ReceiptText />}
            title={t('recharge.records')}
          />
        </Rows>
      )}
      <Sheet open={told} onOpenChange={setTold} title={t('recharge.told')}>
        <p className="pb-4">{t('recharge.told.text')}</p>
        <Imprint />
      </Sheet>
    </Page>
  )
}
