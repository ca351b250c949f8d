import { useApiInfiniteQuery, useApiQuery } from '@quayside/client'
import { financePending, moneyPlaces, readWallet, type ResponseBody } from '@quayside/contract'
import { Book, Card, DayGrid, EmptyState, ListRow, Money, Page, PlainButton, Rows } from '@quayside/ui'
import { clsx } from 'clsx'
import { ChevronRight } from 'lucide-react'
import { Debt } from '../../components/Debt.tsx'
import { PagedBoundary } from '../../components/PagedBoundary.tsx'
import { PagedList } from '../../components/PagedList.tsx'
import { Provable } from '../../components/Provable.tsx'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { link, paths } from '../../paths.ts'
import { navigate, useSearchParams } from '../../router.ts'
import { isZero } from '../../lib/amounts.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { WaitingRow } from './WaitingRow.tsx'

type Places = ResponseBody<typeof moneyPlaces>

/** The way of the money from the buyers to the merchant's account, to scale, and the days on which it settles. */
export function MoneyScreen() {
  const t = useT()
  const back = useBack(paths.my)
  const places = useApiQuery(moneyPlaces, {})
  const { day } = useSearchParams(paths.money)
  return (
    <Page title={t('money.title')} onBack={back}>
      <QueryBoundary query={places}>
        {(has) => {
          const nothing = [has.escrow, has.pending, has.balance, has.held, has.sending, has.paidOut].every(isZero)
          return (
            <>
              {isZero(has.owed) ? null : <Debt />}
              {nothing ? (
                <EmptyState scene={<Book />} title={t('funds.empty')} text={t('funds.empty.text')} />
              ) : (
                <>
                  <PlaceList has={has} />
                  <Paydays has={has} />
                  <TotalIncome />
                  {isZero(has.pending) && isZero(has.held) ? null : <Waiting key={day} day={day} />}
                </>
              )}
            </>
          )
        }}
      </QueryBoundary>
    </Page>
  )
}

/** The places of the money from top to bottom. The bar below each is as long as its share of the largest. */
function PlaceList({ has }: { has: Places }) {
  const t = useT()
  const format = useFormat()
  const places = [
    {
      label: t('my.escrow'),
      amount: has.escrow,
      href: link(paths.orders, { status: has.steps[0]?.status }),
      detail: isZero(has.expected)
        ? undefined
        : t('common.named', { label: t('finance.expected'), value: format.money(has.expected) }),
      parts: has.steps.map((step) => ({
        key: step.status,
        label: t('common.named', { label: t(`status.${step.status}`), value: format.number(step.orders) }),
        amount: step.amount,
        href: link(paths.orders, { status: step.status }),
      })),
    },
    {
      label: t('my.pending'),
      amount: has.pending,
      href: link(paths.funds, { account: 'pending' }),
      account: 'pending' as const,
    },
    { label: t('my.balance'), amount: has.balance, href: link(paths.funds), account: 'available' as const },
    {
      label: t('my.held'),
      amount: has.held,
      account: 'held' as const,
      href: link(paths.funds, { show: 'withdrawals' }),
    },
    { label: t('money.sending'), amount: has.sending, href: link(paths.funds, { show: 'withdrawals' }) },
    { label: t('money.paid-out'), amount: has.paidOut, href: link(paths.funds, { show: 'withdrawals' }) },
  ]
  // Widths on the screen may be floating-point numbers; amounts never are.
  const most = Math.max(...places.map(({ amount }) => Number(amount)))
  const widths = places.map(({ amount }) => (isZero(amount) ? 0 : Math.max(10, (Number(amount) / most) * 100)))
  return (
    <Rows>
      <ol className="divide-y divide-border">
        {places.map((place, i) => (
          <li key={place.label}>
            {place.account ? (
              <Provable account={place.account}>
                <PlaceLink href={place.href} amount={place.amount} label={place.label} strong />
              </Provable>
            ) : (
              <PlaceLink href={place.href} amount={place.amount} label={place.label} detail={place.detail} strong />
            )}
            <span
              aria-hidden
              className={clsx('mx-3 mb-2 block h-2 rounded-full', i < 1 ? 'bg-info' : 'bg-primary')}
              style={{ width: `calc(${widths[i]}% - 24px)` }}
            />
            {place.parts && place.parts.length > 1
              ? place.parts.map((part) => (
                  <PlaceLink key={part.key} href={part.href} amount={part.amount} label={part.label} />
                ))
              : null}
          </li>
        ))}
      </ol>
    </Rows>
  )
}

function PlaceLink({
  href,
  label,
  amount,
  detail,
  strong = false,
}: {
  href: string
  label: string
  amount: string
  detail?: string | undefined
  strong?: boolean
}) {
  return (
    <a
      href={href}
      className={clsx(
        'flex items-center gap-2 px-3 py-2 text-foreground no-underline active:bg-raised',
        strong ? 'min-h-14' : 'min-h-12',
      )}
    >
      <span className="row-between min-w-0 flex-1 items-center">
        <span className="grow basis-[8rem]">
          <span className={strong ? undefined : 'text-small text-muted'}>{label}</span>
          {detail ? <span className="block text-caption text-muted">{detail}</span> : null}
        </span>
        <Money value={amount} className={strong ? 'font-semibold' : 'text-small'} />
      </span>
      <ChevronRight aria-hidden className="mirror size-5 shrink-0 text-muted" />
    </a>
  )
}

/** The next thirty days with what settles on each; the chosen day shows its orders. */
function Paydays({ has }: { has: Places }) {
  const t = useT()
  const format = useFormat()
  const chosen = useSearchParams(paths.money).day
  const days = has.paydays
  if (isZero(has.pending)) return null
  return (
    <Card className="flex flex-col gap-3">
      <div>
        <h2 className="font-semibold">{t('finance.forecast')}</h2>
        <p className="text-small text-muted">{t('finance.forecast.text')}</p>
      </div>
      <DayGrid
        listed
        days={days.map(({ day }) => day)}
        weekday={format.weekday}
        hidden={(day) => days.find((one) => one.day === day)?.orders === 0}
      >
        {(day, i) => {
          const { orders, amount } = days[i]!
          return orders === 0 ? (
            <div className="flex min-h-12 flex-col items-center rounded-chip py-1 text-center text-caption text-muted">
              <DayNumber day={day} first={i === 0} />
            </div>
          ) : (
            <PlainButton
              aria-pressed={day === chosen}
              onClick={() =>
                navigate({ to: paths.money, search: { day: day === chosen ? undefined : day }, replace: true })
              }
              className={clsx(
                'flex min-h-12 w-full flex-col items-center rounded-chip py-1 text-center text-caption',
                day === chosen ? 'bg-primary text-on-primary' : 'bg-success-soft text-success',
              )}
            >
              <span className="sr-only">
                {t('money.payday', { n: orders, day: format.day(day), amount: format.money(amount) })}
              </span>
              <DayNumber day={day} first={i === 0} named />
              <bdi dir="ltr" aria-hidden className="font-semibold tabular-nums @max-[19rem]:hidden">
                {`+${format.number(Math.floor(Number(amount)))}`}
              </bdi>
              <span aria-hidden className="font-semibold tabular-nums @min-[19rem]:hidden">
                {format.money(amount)}
              </span>
            </PlainButton>
          )
        }}
      </DayGrid>
      {isZero(has.later) ? null : (
        <p className="row-between border-t border-border pt-2">
          <span className="grow basis-[6rem] text-small text-muted">{t('money.later')}</span>
          <Money value={has.later} className="font-semibold" />
        </p>
      )}
    </Card>
  )
}

/**
 * The number of a day; today and the first of a month with the month. `named`: other words say it to a screen reader.
 */
function DayNumber({ day, first, named = false }: { day: string; first: boolean; named?: boolean }) {
  const format = useFormat()
  const whole = first || day.endsWith('-01')
  return (
    <>
      {/* A date that does not fit breaks between month and day, also where no spaces are. */}
      <span aria-hidden={named} className="text-balance @max-[19rem]:hidden">
        {whole ? format.day(day) : format.number(Number(day.slice(-2)))}
      </span>
      <span aria-hidden={named} className="@min-[19rem]:hidden">
        {format.day(day)}
      </span>
    </>
  )
}

/** What is pending or on hold, with its reason and the time of its release; with a day, what settles then. */
function Waiting({ day }: { day: string | undefined }) {
  const t = useT()
  const waiting = useApiInfiniteQuery(financePending, { day, limit: 50 }, { keyOf: (row) => row.cause.id })
  return (
    <section aria-labelledby="waiting" className="flex flex-col">
      <h2 id="waiting" className="font-semibold">
        {t('finance.pending.title')}
      </h2>
      <PagedBoundary query={waiting}>
        {() =>
          waiting.rows.length === 0 ? (
            <p className="py-3 text-muted">{t('finance.pending.none')}</p>
          ) : (
            <PagedList
              query={waiting}
              scrollKey={`waiting-${day ?? ''}`}
              rowHeight={65}
              render={(row) => <WaitingRow row={row} />}
            />
          )
        }
      </PagedBoundary>
    </section>
  )
}

/** The settled earnings of all time, with their records. */
function TotalIncome() {
  const t = useT()
  const format = useFormat()
  const { data } = useApiQuery(readWallet, {})
  return data ? (
    <Rows>
      <ListRow
        href={link(paths.funds, { event: 'order.completed' })}
        title={t('my.total-income')}
        end={<bdi className="text-foreground">{format.money(data.totalIncome)}</bdi>}
      />
    </Rows>
  ) : null
}
