import { useApiMutation, useApiQuery } from '@quayside/client'
import { openCardDeposit, rechargeChannels } from '@quayside/contract'
import { Page } from '@quayside/ui'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { paths } from '../../paths.ts'
import { useSearchParams } from '../../router.ts'
import { useT } from '../../lib/i18n.tsx'
import { AmountForm } from './AmountForm.tsx'
import { ChannelOff } from './ChannelOff.tsx'
import { PixRecharge } from './PixRecharge.tsx'
import { useCheckout } from './useCheckout.ts'
import { useIntent } from '../../hooks/useIntent.ts'

/** Recharge by card, or with `way=pix` in the URL by PIX. */
export function OnlineRechargeScreen() {
  const { way } = useSearchParams()
  return way === 'pix' ? <PixRecharge /> : <CardRecharge />
}

/** The amount here, the card on the page of the processor. */
function CardRecharge() {
  const t = useT()
  const back = useBack(paths.recharge)
  const channels = useApiQuery(rechargeChannels, {})
  return (
    <Page title={t('recharge.channel.card')} onBack={back}>
      <QueryBoundary query={channels}>{({ card }) => (card ? <CardForm {...card} /> : <ChannelOff />)}</QueryBoundary>
    </Page>
  )
}

function CardForm({ minimum, withdrawableAfterDays }: { minimum: string; withdrawableAfterDays: number }) {
  const t = useT()
  const open = useApiMutation(openCardDeposit)
  const intent = useIntent()
  const checkout = useCheckout()
  const go = async (amount: string) => {
    const opened = await open.mutate({ amount }, { key: intent.keyFor(amount) })
    if (!opened) return
    intent.done()
    checkout.leave(opened.checkoutUrl)
  }
  return (
    <AmountForm
      minimum={minimum}
      mutation={open}
      busy={checkout.leaving}
      go={{ label: t('recharge.card.go'), onAmount: (amount) => void go(amount) }}
    >
      <p className="text-small text-muted">{t('recharge.channel.card.text')}</p>
      {withdrawableAfterDays > 0 ? (
        <p className="text-small text-muted">{t('recharge.card.note', { days: withdrawableAfterDays })}</p>
      ) : null}
    </AmountForm>
  )
}
