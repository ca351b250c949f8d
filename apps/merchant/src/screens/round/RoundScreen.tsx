import { call, invalidateChanges, Refused, useApiQuery } from '@quayside/client'
import {
  agreeRefund,
  changeListings,
  listListings,
  listOrders,
  orderStatus,
  refundOrders,
  shopReviews,
  supportConversation,
} from '@quayside/contract'
import { Button, Card, EmptyState, Money, Page, Parcel, Picture, Problem, SelectionFooter } from '@quayside/ui'
import { CircleCheck } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import { OnlineButton } from '../../components/OnlineButton.tsx'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { WhileOpen } from '../../components/WhileOpen.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { useIntent } from '../../hooks/useIntent.ts'
import { link, paths } from '../../paths.ts'
import { navigate } from '../../router.ts'
import { sum } from '../../lib/amounts.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { PickupSheet } from '../orders/PickupSheet.tsx'
import { dutiesOf, type Decision, type Duty } from './duties.ts'

/** What was decided, by the id of the duty. It outlives a look at an order in between, and nothing else. */
const decided = new Map<string, Decision>()
/** The merchant wants to see plain orders one by one. Kept as long as the decisions. */
let oneByOne = false

/** The duties of the day, one card after the other: done, or put off, by one touch, and confirmed once at the end. */
export function RoundScreen() {
  const t = useT()
  const format = useFormat()
  const back = useBack(paths.home)
  const [, show] = useState(0)
  const orders = useApiQuery(listOrders, { status: orderStatus.awaitingPickup, limit: 100 })
  const refunds = useApiQuery(refundOrders, { state: 'requested', limit: 50 })
  const reviews = useApiQuery(shopReviews, { limit: 20 })
  const listings = useApiQuery(listListings, { shelf: 'on-shelf', limit: 100 })
  const chat = useApiQuery(supportConversation, { limit: 1 })
  const others = [refunds, reviews, listings, chat]
  const failed = [orders, ...others].find(({ refusal, unreachable }) => refusal || unreachable)
  const all =
    orders.data && refunds.data && reviews.data && listings.data && chat.data
      ? dutiesOf({
          orders: orders.data.list,
          refunds: refunds.data.list,
          reviews: reviews.data.list,
          listings: listings.data.list,
          answers: chat.data.unread,
          oneByOne,
        })
      : undefined
  // A list with more than was asked for says so: a round that looks whole must be whole.
  const capped = [
    { title: t('orders.title'), query: orders.data },
    { title: t('refunds.title'), query: refunds.data },
    { title: t('reviews.title'), query: reviews.data },
    { title: t('products.title'), query: listings.data },
  ].flatMap(({ title, query }) =>
    query && query.total > query.list.length ? [{ title, first: query.list.length, total: query.total }] : [],
  )
  return (
    <Page title={t('round.title')} onBack={back}>
      <QueryBoundary query={{ ...(failed ?? orders), data: all }}>
        {(duties) => (
          <>
            {capped.map(({ title, first, total }) => (
              <p key={title} role="status" className="text-small text-muted">
                {t('common.named', {
                  label: title,
                  value: t('round.first', { n: format.number(first), total: format.number(total) }),
                })}
              </p>
            ))}
            <Round
              duties={duties}
              onOneByOne={() => {
                oneByOne = true
                show((n) => n + 1)
              }}
            />
          </>
        )}
      </QueryBoundary>
    </Page>
  )
}

function Round({ duties, onOneByOne }: { duties: Duty[]; onOneByOne: () => void }) {
  const t = useT()
  const format = useFormat()
  const [, show] = useState(0)
  // Once the merchant confirms, what is done leaves the lists; the page keeps what it reports about.
  const [confirmed, setConfirmed] = useState<Duty[] | null>(null)
  const decide = (id: string, decision: Decision | null) => {
    if (decision) decided.set(id, decision)
    else decided.delete(id)
    show((n) => n + 1)
  }
  const open = duties.filter(({ id }) => !decided.has(id))
  const at = duties.length - open.length
  const [duty] = open
  if (confirmed || (!duty && duties.length > 0))
    return (
      <Confirmation
        duties={confirmed ?? duties}
        started={confirmed !== null}
        onStart={() => setConfirmed(confirmed ?? duties)}
        onChange={(id) => decide(id, null)}
        onClose={() => {
          decided.clear()
          oneByOne = false
          navigate({ to: paths.home, replace: true })
        }}
      />
    )
  if (!duty)
    return (
      <EmptyState
        scene={<Parcel />}
        title={t('home.todo.none')}
        action={<Button onClick={() => navigate({ to: paths.home })}>{t('common.go-home')}</Button>}
      />
    )
  return (
    <>
      <p className="text-small text-muted">
        {t('round.place', { n: format.number(at + 1), total: format.number(duties.length) })}
      </p>
      {/* A new card takes the place of the former one: the screen reader says it. */}
      <div aria-live="polite">
        <DutyCard
          key={duty.id}
          duty={duty}
          onDecide={(decision) => decide(duty.id, decision)}
          onOneByOne={onOneByOne}
        />
      </div>
      {at > 0 ? (
        <Button variant="quiet" onClick={() => decide(duties.findLast(({ id }) => decided.has(id))!.id, null)}>
          {t('common.undo')}
        </Button>
      ) : null}
    </>
  )
}

function DutyCard({
  duty,
  onDecide,
  onOneByOne,
}: {
  duty: Duty
  onDecide: (decision: Decision) => void
  onOneByOne: () => void
}) {
  const t = useT()
  const format = useFormat()
  const { head, act } = useWords()(duty)
  const href = hrefOf(duty)
  return (
    <Card className="flex flex-col gap-4">
      {head}
      {duty.due ? (
        <p className="text-small text-muted">
          {t(duty.kind === 'refund' ? 'refunds.answer-by' : 'orders.until', { when: format.dateTime(duty.due) })} ·{' '}
          {format.left(duty.due)}
        </p>
      ) : null}
      <div className="flex flex-col gap-2">
        {act ? (
          <Button wide onClick={() => onDecide('do')}>
            {act}
          </Button>
        ) : null}
        <div className="row-fill">
          <Button variant="secondary" onClick={() => onDecide('later')}>
            {t('round.later')}
          </Button>
          <a
            href={href}
            className="inline-flex min-h-12 items-center justify-center rounded-field border border-input px-4 text-center font-semibold text-foreground no-underline"
          >
            {t('round.open')}
          </a>
        </div>
        {duty.kind === 'orders' ? (
          <Button variant="quiet" wide onClick={onOneByOne}>
            {t('round.one-by-one')}
          </Button>
        ) : null}
      </div>
    </Card>
  )
}

const hrefOf = (duty: Duty): string => {
  if (duty.kind === 'order') return link(paths.order, { id: duty.id })
  if (duty.kind === 'orders') return link(paths.orders, { status: orderStatus.awaitingPickup })
  if (duty.kind === 'refund') return link(paths.refundDetail, { id: duty.id })
  if (duty.kind === 'listing') return link(paths.listing, { id: duty.id })
  return link(duty.kind === 'review' ? paths.reviews : paths.service)
}

/** The head of a card, and the words of its act; a review and a chat are answered on their own screens. */
function useWords(): (duty: Duty) => { head: ReactNode; act: string | null } {
  const t = useT()
  const format = useFormat()
  return (duty) => {
    if (duty.kind === 'order')
      return {
        head: (
          <Subject picture={duty.order.picture} title={duty.order.title} kind={t('status.5')}>
            {t('pickup.profit')} <Money value={duty.order.profit} className="font-semibold" />
          </Subject>
        ),
        act: t('orders.pickup'),
      }
    if (duty.kind === 'orders')
      return {
        head: (
          <Subject
            picture={duty.orders[0]?.picture ?? null}
            title={t('pickup.orders', { n: duty.orders.length })}
            kind={t('status.5')}
          >
            {t('pickup.profit')}{' '}
            <Money value={sum(duty.orders.map(({ profit }) => profit))} className="font-semibold" />
          </Subject>
        ),
        act: t('orders.pickup-all', { n: duty.orders.length }),
      }
    if (duty.kind === 'refund')
      return {
        head: (
          <Subject picture={duty.refund.order.picture} title={duty.refund.order.title} kind={t('refunds.title')}>
            {t(`refunds.reason.${duty.refund.reason}`)}
          </Subject>
        ),
        act: t('refunds.refund', { amount: format.money(duty.refund.amount) }),
      }
    if (duty.kind === 'listing')
      return {
        head: (
          <Subject picture={duty.listing.picture} title={duty.listing.name} kind={t('products.stock')}>
            {format.number(duty.listing.stock)}
          </Subject>
        ),
        act: t('products.take-off'),
      }
    if (duty.kind === 'review')
      return {
        head: (
          <Subject title={duty.review.text ?? ''} kind={t('reviews.title')}>
            {`${format.number(duty.review.rating)} / 5`}
          </Subject>
        ),
        act: null,
      }
    return {
      head: <Subject title={t('messages.support.answered', { n: duty.answers })} kind={t('my.service')} />,
      act: null,
    }
  }
}

function Subject({
  picture,
  title,
  kind,
  children,
}: {
  picture?: string | null
  title: string
  kind: string
  children?: ReactNode
}) {
  return (
    <div className="flex flex-wrap items-start gap-3">
      {picture === undefined ? null : <Picture src={picture} alt="" size={88} className="rounded-field" />}
      <div className="max-w-full min-w-0 flex-1 basis-[9rem]">
        <p className="text-small text-muted">{kind}</p>
        <h2 className="line-clamp-3 text-section font-semibold" dir="auto">
          {title}
        </h2>
        {children ? <p className="pt-1">{children}</p> : null}
      </div>
    </div>
  )
}

type Result = { id: string; title: string; problem: string | null }

/**
 * All decisions on one page. One button does the refunds and takes products off the shelf, then asks for the payment
 * password for the orders. What fails is said, and stays to be decided.
 */
function Confirmation({
  duties,
  started,
  onStart,
  onChange,
  onClose,
}: {
  duties: Duty[]
  started: boolean
  onStart: () => void
  onChange: (id: string) => void
  onClose: () => void
}) {
  const t = useT()
  const format = useFormat()
  const intent = useIntent()
  const [results, setResults] = useState<Result[]>([])
  const [busy, setBusy] = useState(false)
  const [picking, setPicking] = useState(false)
  const [picked, setPicked] = useState(false)
  const chosen = duties.filter(({ id }) => decided.get(id) === 'do')
  const later = duties.filter(({ id }) => decided.get(id) === 'later')
  const orders = chosen.filter(isPickup)
  const refunds = chosen.filter((duty) => duty.kind === 'refund')
  const listings = chosen.filter((duty) => duty.kind === 'listing')
  // A new array would make the sheet plan again.
  const orderIds = useMemo(() => duties.filter(isPickup).flatMap(ordersOf), [duties])
  const problemOf = (id: string) => results.find((result) => result.id === id)?.problem ?? null
  const isDone = (duty: Duty) =>
    ordersOf(duty).length > 0 ? picked : results.some(({ id, problem }) => id === duty.id && problem === null)
  const open = chosen.filter((duty) => !isDone(duty))

  const confirm = async () => {
    onStart()
    setBusy(true)
    const told = results.filter(({ problem }) => problem === null)
    const attempt = async (duty: Duty, title: string, work: () => Promise<string | null>) => {
      if (isDone(duty)) return
      told.push({ id: duty.id, title, problem: await work().catch((error: Error) => reasonOf(error)) })
    }
    const reasonOf = (error: Error) => (error instanceof Refused ? error.message : t('common.unreachable'))
    // Each refund stands alone: a refused one leaves the others as they are, and the same key pays nothing twice.
    for (const { id, refund } of refunds)
      await attempt(
        chosen.find((duty) => duty.id === id)!,
        refund.order.title,
        async () => {
          await call(agreeRefund, { id }, { key: intent.keyFor(id) })
          return null
        },
      )
    for (const { id, listing } of listings)
      await attempt(
        chosen.find((duty) => duty.id === id)!,
        listing.name,
        async () => {
          const { refused } = await call(changeListings, { selection: { ids: [id] }, change: { shelf: 'off-shelf' } })
          return refused[0]?.sentence ?? null
        },
      )
    if (refunds.length > 0) invalidateChanges(agreeRefund)
    if (listings.length > 0) invalidateChanges(changeListings)
    setResults(told)
    setBusy(false)
    if (orders.length > 0 && !picked) setPicking(true)
  }

  return (
    <>
      {chosen.length === 0 ? (
        <EmptyState scene={<Parcel />} title={t('round.end')} text={t('round.end.text')} />
      ) : (
        <ul className="flex flex-col gap-3">
          {chosen.map((duty) => (
            <li key={duty.id}>
              <DecidedCard
                duty={duty}
                done={isDone(duty)}
                problem={problemOf(duty.id)}
                onChange={started ? undefined : () => onChange(duty.id)}
              />
            </li>
          ))}
        </ul>
      )}
      {refunds.length > 0 && !started ? (
        <p className="text-small text-muted">
          {t('common.named', {
            label: t('refunds.title'),
            value: format.money(sum(refunds.map(({ refund }) => refund.amount))),
          })}
        </p>
      ) : null}
      {later.length > 0 && chosen.length > 0 ? (
        <p className="text-small text-muted">{t('round.put-off', { n: later.length })}</p>
      ) : null}
      {/* In sight however many decisions there are. */}
      <SelectionFooter label={t('round.title')}>
        {open.length > 0 ? (
          <WhileOpen>
            <OnlineButton wide busy={busy} onClick={() => void confirm()}>
              {t('round.confirm', { n: open.length })}
            </OnlineButton>
          </WhileOpen>
        ) : (
          <Button wide onClick={onClose}>
            {t('pickup.close')}
          </Button>
        )}
      </SelectionFooter>
      {picking ? (
        <PickupSheet
          orders={orderIds}
          onClose={(done) => {
            setPicking(false)
            setPicked(picked || done)
          }}
        />
      ) : null}
    </>
  )
}

/** The orders that a duty would pick up. */
const ordersOf = (duty: Duty): string[] =>
  duty.kind === 'order' ? [duty.id] : duty.kind === 'orders' ? duty.orders.map(({ id }) => id) : []
const isPickup = (duty: Duty): boolean => ordersOf(duty).length > 0 && decided.get(duty.id) === 'do'

/** A decided duty: its act, and after the confirmation whether it was done. */
function DecidedCard({
  duty,
  done,
  problem,
  onChange,
}: {
  duty: Duty
  done: boolean
  problem: string | null
  onChange: (() => void) | undefined
}) {
  const t = useT()
  const { head, act } = useWords()(duty)
  return (
    <Card className="flex flex-col gap-2">
      {head}
      <div className="row-between items-center">
        <span className={`flex flex-1 items-center gap-2 font-semibold ${done ? 'text-success' : ''}`}>
          {done ? <CircleCheck aria-hidden className="size-5 shrink-0" /> : null}
          {act}
        </span>
        {onChange ? (
          <Button variant="quiet" onClick={onChange}>
            {t('common.undo')}
          </Button>
        ) : null}
      </div>
      {problem ? <Problem title={problem} /> : null}
    </Card>
  )
}
