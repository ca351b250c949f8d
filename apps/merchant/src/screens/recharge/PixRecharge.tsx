import { useApiMutation, useApiQuery } from '@quayside/client'
import { me, openPixDeposit, rechargeChannels } from '@quayside/contract'
import { Page } from '@quayside/ui'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { paths } from '../../paths.ts'
import { navigate, useSearchParams } from '../../router.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { AmountForm } from './AmountForm.tsx'
import { ChannelOff } from './ChannelOff.tsx'
import { RechargeDetail } from './RechargeDetail.tsx'
import { useIntent } from '../../hooks/useIntent.ts'

/**
 * Recharge by PIX: first the amount, then the code, which stays at this URL. Customer service can send the same code
 * as a card in the chat. Without a PIX account in the settings the channel is not offered.
 */
export function PixRecharge() {
  const t = useT()
  const back = useBack(paths.recharge)
  const { id } = useSearchParams()
  const channels = useApiQuery(rechargeChannels, {})
  if (id) return <RechargeDetail id={id} otherwise={paths.recharge} />
  return (
    <Page title={t('recharge.channel.pix')} onBack={back}>
      <QueryBoundary query={channels}>
        {({ pix }) => (pix.code ? <MakeCode minimum={pix.minimum} /> : <ChannelOff />)}
      </QueryBoundary>
    </Page>
  )
}

function MakeCode({ minimum }: { minimum: string }) {
  const t = useT()
  const format = useFormat()
  const open = useApiMutation(openPixDeposit)
  const intent = useIntent()
  const make = async (amount: string) => {
    const opened = await open.mutate({ amount }, { key: intent.keyFor(amount) })
    if (!opened) return
    intent.done()
    navigate({ to: paths.onlineRecharge, search: { way: 'pix', id: opened.id }, replace: true })
  }
  return (
    <AmountForm
      minimum={minimum}
      hint={t('recharge.pix.amount', { amount: format.money(minimum) })}
      mutation={open}
      go={{ label: t('recharge.pix.make'), onAmount: (amount) => void make(amount) }}
      alternative={useSupport()}
    >
      <p className="text-small text-muted">{t('recharge.channel.pix.text')}</p>
    </AmountForm>
  )
}

/** Opens customer service with a prepared message about the amount and the shop. Undefined until the shop is known. */
function useSupport() {
  const t = useT()
  const format = useFormat()
  const { data } = useApiQuery(me, {})
  if (!data) return undefined
  return {
    label: t('recharge.pix.support'),
    onAmount: (amount: string) => {
      const text = t('recharge.pix.support.text', { amount: format.money(amount), shop: data.shopCode })
      navigate({ to: paths.service, search: { text } })
    },
  }
}
