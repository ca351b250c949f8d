import { useApiMutation, useApiQuery } from '@quayside/client'
import { parseCents, readWallet, settleDebt } from '@quayside/contract'
import { Card, toast } from '@quayside/ui'
import { useIntent } from '../hooks/useIntent.ts'
import { isZero } from '../lib/amounts.ts'
import { useFormat, useT } from '../lib/i18n.tsx'
import { link, paths } from '../paths.ts'
import { MutationError } from './MutationError.tsx'
import { OnlineButton } from './OnlineButton.tsx'

/** What the shop owes the platform, how that ends, and the button that settles it from the balance; else nothing. */
export function Debt() {
  const t = useT()
  const format = useFormat()
  const { data } = useApiQuery(readWallet, {})
  const settle = useApiMutation(settleDebt)
  const { keyFor } = useIntent()
  if (!data?.debt) return null
  const { balance, debt } = data
  const isAbove = parseCents(debt.owed) > parseCents(debt.limit)
  const pay = async () => {
    const done = await settle.mutate({}, { key: keyFor(`${debt.owed} ${balance}`) })
    if (done) toast(t('finance.due.settled', { amount: format.money(done.settled) }))
  }
  return (
    <Card className="flex flex-col gap-2 border-warning">
      <h2 className="font-semibold text-warning">{t('finance.due', { amount: format.money(debt.owed) })}</h2>
      <p className="text-small text-muted">{t('finance.due.text')}</p>
      {isAbove ? <p className="text-small">{t('finance.due.above', { limit: format.money(debt.limit) })}</p> : null}
      <MutationError mutation={settle} />
      {isZero(balance) ? (
        <a href={link(paths.recharge)} className="inline-flex min-h-12 items-center font-semibold text-accent">
          {t('my.recharge')}
        </a>
      ) : (
        <OnlineButton variant="secondary" busy={settle.isPending} onClick={() => void pay()}>
          {t('finance.due.settle')}
        </OnlineButton>
      )}
    </Card>
  )
}
