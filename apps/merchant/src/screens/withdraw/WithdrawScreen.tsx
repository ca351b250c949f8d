import { useApiQuery } from '@quayside/client'
import {
  parseCents,
  listDestinations,
  me,
  quoteWithdrawal,
  withdrawableNow,
  withdrawalMethods,
  type ResponseBody,
} from '@quayside/contract'
import { debounce } from '@quayside/contract/constants'
import { Card, ErrorText, IconLink, Money, Page, SegmentTabs, toast } from '@quayside/ui'
import { clsx } from 'clsx'
import { History } from 'lucide-react'
import { useCallback, useState, type ReactNode } from 'react'
import { AmountHero } from '../../components/AmountHero.tsx'
import { AmountRow } from '../../components/AmountRow.tsx'
import { Debt } from '../../components/Debt.tsx'
import { OnlineButton } from '../../components/OnlineButton.tsx'
import { SetPaymentPassword } from '../../components/PaymentPassword.tsx'
import { NotVerified } from '../../components/NotVerified.tsx'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { useIntent } from '../../hooks/useIntent.ts'
import { useDebounced } from '../../hooks/useDebounced.ts'
import { link, paths } from '../../paths.ts'
import { navigate, useSearchParams } from '../../router.ts'
import { isZero, negated, parseInputAmount, sum } from '../../lib/amounts.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { ConfirmSheet, type WithdrawalIntent } from './ConfirmSheet.tsx'
import { Destinations } from './Destinations.tsx'

/** Requests a withdrawal: amount, fee and net amount, destination, and last the payment password. */
export function WithdrawScreen() {
  const profile = useApiQuery(me, {})
  const my = profile.data
  const verified = my?.registration === 'verified'
  const free = useApiQuery(withdrawableNow, {}, { enabled: verified })
  if (verified && free.data) return <Form paymentPasswordSet={my.paymentPasswordSet} free={free.data} />
  return (
    <Frame>
      {my && !verified ? (
        <NotVerified />
      ) : (
        <QueryBoundary query={{ ...(my ? free : profile), data: undefined }}>{() => null}</QueryBoundary>
      )}
    </Frame>
  )
}

function Frame({ children, footer }: { children: ReactNode; footer?: ReactNode }) {
  const t = useT()
  const back = useBack(paths.my)
  return (
    <Page
      title={t('withdraw.title')}
      onBack={back}
      actions={
        <IconLink
          href={link(paths.funds, { show: 'withdrawals' })}
          label={t('withdraw.records')}
          icon={<History aria-hidden />}
        />
      }
      footer={footer}
    >
      {children}
    </Page>
  )
}

/** Amounts to tap, besides all. */
const shares = ['50.00', '200.00'] as const

type Draft = { method?: string; amount?: string; to?: string }

function Form({
  paymentPasswordSet,
  free,
}: {
  paymentPasswordSet: boolean
  free: ResponseBody<typeof withdrawableNow>
}) {
  const t = useT()
  const format = useFormat()
  const draft = useSearchParams()
  // The input is part of the URL, so that it survives setting the payment password, and a login.
  const keep = (part: Draft) =>
    navigate({
      to: paths.withdraw,
      search: { ...draft, ...part },
      replace: true,
    })
  const destinations = useApiQuery(listDestinations, {})
  const offers = destinations.data?.offers
  const offered = withdrawalMethods.filter(
    (name) => !offers || (name === 'bank' ? offers.bank : offers.networks.length > 0),
  )
  const method = offered.find((name) => name === draft.method) ?? offered[0] ?? 'bank'
  const [amountText, setAmountText] = useState(draft.amount ?? '')
  const enter = (text: string) => {
    setAmountText(text)
    keep({ amount: text })
  }
  const amount = parseInputAmount(amountText)
  const debouncedAmount = useDebounced(amount, debounce)

  const quote = useApiQuery(quoteWithdrawal, { method, amount: debouncedAmount }, { enabled: debouncedAmount !== '' })
  const current = debouncedAmount !== '' ? quote.data : undefined
  const stale = quote.isPlaceholderData || debouncedAmount !== amount
  const tooMuch = current !== undefined && parseCents(current.gross) > parseCents(current.withdrawable)
  const payable = destinations.data?.list.filter((destination) => destination.method === method && destination.payable)
  // The only destination needs no choice.
  const chosen =
    payable?.find((destination) => destination.id === draft.to) ?? (payable?.length === 1 ? payable[0] : undefined)

  const [needTo, setNeedTo] = useState(false)
  const [needAmount, setNeedAmount] = useState(false)
  const [intent, setIntent] = useState<WithdrawalIntent | null>(null)
  const { keyFor } = useIntent()
  // A withdrawal with an unknown result: the same one continues under its key.
  const [unsure, setUnsure] = useState<WithdrawalIntent | null>(null)

  const amountProblem = stale
    ? undefined
    : debouncedAmount === ''
      ? needAmount
        ? t('recharge.amount.need')
        : undefined
      : (quote.refusal?.fields['amount'] ??
        quote.refusal?.message ??
        (quote.unreachable
          ? t('common.unreachable')
          : tooMuch
            ? t('withdraw.too-much', { amount: format.money(current.withdrawable) })
            : undefined))
  // An amount that cannot be withdrawn has no fee and pays nothing.
  const shown = tooMuch ? undefined : current
  // Until the destinations are loaded it is unknown whether one is chosen.
  const holds = current !== undefined && !stale && amountProblem === undefined && destinations.data !== undefined

  const confirm = () => {
    // Everything that is missing is said at once; the amount stands first.
    setNeedTo(!chosen)
    setNeedAmount(amount === '')
    if (amount === '') return window.scrollTo({ top: 0, behavior: 'smooth' })
    if (!holds) return
    if (!chosen) return document.getElementById('where-to')?.scrollIntoView({ block: 'start' })
    const same =
      unsure?.method === method && unsure.quote.gross === current.gross && unsure.destination.id === chosen.id
    setIntent(same ? unsure : { method, quote: current, destination: chosen })
  }
  const done = useCallback(
    (withdrawal: { id: string }) => {
      toast(t('withdraw.done'))
      navigate({ to: paths.withdrawDetail, search: { id: withdrawal.id }, replace: true })
    },
    [t],
  )

  if (offers && offered.length === 0)
    return (
      <Frame>
        <Card>
          <h2 className="text-small text-muted">{t('withdraw.available')}</h2>
          <Money value={free.withdrawable} size="display" />
          <p className="pt-2">{t('withdraw.none')}</p>
        </Card>
      </Frame>
    )
  return (
    <Frame
      footer={
        paymentPasswordSet ? (
          <OnlineButton wide disabled={amount !== '' && !holds} onClick={confirm}>
            {shown ? `${t('withdraw.submit')} · ${format.money(shown.gross)}` : t('withdraw.submit')}
          </OnlineButton>
        ) : (
          <SetPaymentPassword label={t('withdraw.password.need')} />
        )
      }
    >
      <Debt />
      <AmountHero
        label={t('withdraw.amount')}
        hint={t('common.named', { label: t('withdraw.available'), value: format.money(free.withdrawable) })}
        error={amountProblem}
        value={amountText}
        onChange={enter}
        chips={[
          ...shares
            .filter((share) => parseCents(share) < parseCents(free.withdrawable))
            .map((share) => ({
              text: format.typed(share.replace(/\.00$/, '')),
              label: format.money(share).replace(/[.,]00(?=\D*$)/, ''),
            })),
          ...(isZero(free.withdrawable) ? [] : [{ text: format.typed(free.withdrawable), label: t('withdraw.all') }]),
        ]}
        note={
          <>
            <p className={tooMuch ? 'invisible' : undefined}>
              {t('common.balance-after', {
                amount: format.money(sum([free.withdrawable, free.locked, shown ? negated(shown.gross) : '0.00'])),
              })}
            </p>
            {isZero(free.locked) ? null : (
              <p>
                {t('withdraw.not-final', { amount: format.money(free.locked) })}{' '}
                {free.until ? t('withdraw.not-final.until', { when: format.dateTime(free.until) }) : null}
              </p>
            )}
          </>
        }
      />

      <SegmentTabs
        label={t('withdraw.method')}
        value={method}
        onChange={(key) => {
          setNeedTo(false)
          keep({ method: key })
        }}
        items={offered.map((key) => ({
          key,
          label: t(key === 'bank' ? 'withdraw.bank-way' : 'withdraw.method.chain'),
        }))}
      />

      {/* As high before the amount as after it, so that nothing below moves. */}
      <Card aria-live="polite" aria-busy={stale || undefined} className="flex min-h-34 flex-col justify-center">
        {shown ? (
          <dl className={clsx('flex flex-col gap-2', stale && 'opacity-60')}>
            <AmountRow label={t('withdraw.gross')}>
              <Money value={shown.gross} />
            </AmountRow>
            <AmountRow label={t('withdraw.fee')}>
              <Money value={`-${shown.fee}`} />
            </AmountRow>
            <AmountRow sum label={t('withdraw.net')}>
              <Money value={shown.net} className="text-section font-semibold" />
            </AmountRow>
          </dl>
        ) : (
          <p className="text-muted">{t('withdraw.promise')}</p>
        )}
      </Card>

      <section id="where-to" className="flex flex-col gap-2">
        <h2 className="font-semibold">{t('withdraw.to')}</h2>
        {needTo && !chosen ? <ErrorText>{t('withdraw.to.need')}</ErrorText> : null}
        <QueryBoundary query={destinations} shape="rows" count={1}>
          {({ list, verifiedName, offers: { bankKinds, networks } }) => (
            <Destinations
              method={method}
              list={list.filter((destination) => destination.method === method && destination.payable)}
              verifiedName={verifiedName}
              bankKinds={bankKinds}
              networks={networks}
              mayAdd={paymentPasswordSet}
              chosen={chosen?.id}
              onChoose={(id) => keep({ to: id })}
            />
          )}
        </QueryBoundary>
      </section>

      {intent ? (
        <ConfirmSheet
          intent={intent}
          keyFor={keyFor}
          onDone={done}
          onClose={(open) => {
            setIntent(null)
            if (open) setUnsure(open)
          }}
        />
      ) : null}
    </Frame>
  )
}
