import { useApiMutation, useApiQuery } from '@quayside/client'
import {
  cancelOrder,
  declineReasons,
  orderDetail,
  type DeclineReason,
  orderStatus,
  type ResponseBody,
} from '@quayside/contract'
import {
  Card,
  ConfirmDialog,
  CopyButton,
  Fold,
  Money,
  Page,
  Picture,
  PlainButton,
  SelectField,
  TextArea,
  toast,
} from '@quayside/ui'
import { ChevronRight, MapPin } from 'lucide-react'
import { useMemo, useRef, useState, type ReactNode } from 'react'
import { DisputeCard } from '../../components/DisputeCard.tsx'
import { AskAbout } from '../../components/AskAbout.tsx'
import { AmountRow } from '../../components/AmountRow.tsx'
import { OnlineButton } from '../../components/OnlineButton.tsx'
import { MutationError } from '../../components/MutationError.tsx'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { WhileOpen } from '../../components/WhileOpen.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { useIntent } from '../../hooks/useIntent.ts'
import { link, paths } from '../../paths.ts'
import { useSearchParams } from '../../router.ts'
import { difference, isNegative, isZero, sum } from '../../lib/amounts.ts'
import { useFormat, useI18n, useT } from '../../lib/i18n.tsx'
import { regionNames } from '../../lib/intl-fallback-ga.ts'
import { optionsLine } from '../../lib/options.ts'
import { OrderBooks } from './OrderBooks.tsx'
import { OrderHistory } from './OrderHistory.tsx'
import { OrderPayment } from './OrderPayment.tsx'
import { OrderRefunds } from './OrderRefunds.tsx'
import { OrderStatus } from './OrderStatus.tsx'
import { OrderTalk } from './OrderTalk.tsx'
import { PickupSheet } from './PickupSheet.tsx'
import { PickupUntil } from './PickupUntil.tsx'

/**
 * One order: products, status and deadline first, then progress, money and address. The proof of the payment and the
 * ledger are folded away.
 */
export function OrderScreen() {
  const back = useBack(paths.orders)
  const { id = '' } = useSearchParams()
  // Dialogs, the idempotency key and open sections belong to one order.
  return <OrderDetail key={id} id={id} onBack={back} />
}

function OrderDetail({ id, onBack }: { id: string; onBack: () => void }) {
  const t = useT()
  const order = useApiQuery(orderDetail, { id })
  const [open, setOpen] = useState<'pickup' | 'decline' | null>(null)
  const decline = useApiMutation(cancelOrder)
  const [reason, setReason] = useState<DeclineReason>('unavailable')
  const [note, setNote] = useState('')
  const intent = useIntent()
  const format = useFormat()
  const mine = useMemo(() => [id], [id])

  const confirmDecline = async () => {
    if (!(await decline.mutate({ id, reason, note }, { key: intent.keyFor(`${id} ${reason} ${note}`) }))) return
    toast(t('orders.declined'))
    setOpen(null)
  }
  const may = order.data?.may

  return (
    <Page
      title={t('orders.detail')}
      onBack={onBack}
      footer={
        may?.pickUp === true || may?.cancel === true ? (
          <div className="flex gap-2">
            {may.cancel === true ? (
              <OnlineButton variant="quiet" onClick={() => setOpen('decline')}>
                {t('orders.decline')}
              </OnlineButton>
            ) : null}
            {may.pickUp === true ? (
              <OnlineButton className="flex-1" onClick={() => setOpen('pickup')}>
                <span>
                  {t('orders.pickup')} · <Money value={order.data!.totalCost} />
                </span>
              </OnlineButton>
            ) : null}
          </div>
        ) : order.data?.status === orderStatus.awaitingPickup ? (
          // The only other reason: the shop is closed.
          <WhileOpen>{null}</WhileOpen>
        ) : null
      }
    >
      <QueryBoundary query={order}>{(data) => <Detail order={data} />}</QueryBoundary>
      {open === 'pickup' ? <PickupSheet orders={mine} onClose={() => setOpen(null)} /> : null}
      <ConfirmDialog
        open={open === 'decline'}
        onOpenChange={(shouldOpen) => setOpen(shouldOpen ? 'decline' : null)}
        title={t('orders.decline.title')}
        text={
          <>
            {t('orders.decline.text', { amount: format.money(order.data?.payment?.amount ?? '0') })}
            <SelectField
              label={t('orders.decline.reason')}
              value={reason}
              onChange={(event) => setReason(event.target.value as DeclineReason)}
            >
              {declineReasons.map((one) => (
                <option key={one} value={one}>
                  {t(`orders.declined.${one}`)}
                </option>
              ))}
            </SelectField>
            <TextArea
              label={t('orders.decline.note')}
              value={note}
              maxLength={300}
              rows={2}
              onChange={(event) => setNote(event.target.value)}
            />
            <MutationError mutation={decline} />
          </>
        }
        confirm={t('orders.decline')}
        cancel={t('common.cancel')}
        danger
        busy={decline.isPending}
        onConfirm={() => void confirmDecline()}
      />
    </Page>
  )
}

type Order = ResponseBody<typeof orderDetail>

function Detail({ order }: { order: Order }) {
  const t = useT()
  const format = useFormat()
  const { lang } = useI18n()
  const address = order.shippingAddress
  const [proof, setProof] = useState(false)
  const books = useRef<HTMLDivElement>(null)
  const openBooks = () => {
    setProof(true)
    requestAnimationFrame(() => books.current?.scrollIntoView({ block: 'start' }))
  }
  return (
    <>
      <Subject order={order} />
      {order.dispute && !isZero(order.dispute.amount) ? <DisputeCard {...order.dispute} /> : null}
      <OrderHistory order={order} />
      <OrderMoney order={order} onProof={order.payment ? openBooks : undefined} />

      <Card>
        <h2 className="pb-2 font-semibold">{t('orders.address')}</h2>
        <address className="not-italic" dir="auto">
          {address.lines.map((line, i) => (
            <span key={i} className="block">
              {line}
            </span>
          ))}
          {regionNames(lang)(address.country)}
          {address.phone ? (
            <>
              <br />
              <bdi>{address.phone}</bdi>
            </>
          ) : null}
        </address>
        <a
          href={link(paths.openLocation, {
            city: address.city,
            country: address.country,
            address: `${address.postcode} ${address.city}, ${address.country}`,
          })}
          className="-mb-2 inline-flex min-h-12 items-center gap-2 text-accent no-underline"
        >
          <MapPin aria-hidden className="size-5" />
          {t('places.open')}
        </a>
        {order.status === orderStatus.awaitingPayment ? (
          <p className="pt-2 text-small text-muted">{t('orders.address.hidden')}</p>
        ) : null}
      </Card>

      <Card className="py-2!">
        <div className="flex items-center justify-between gap-2">
          <p className="text-muted">
            {t('orders.number')} <bdi className="text-foreground select-all">{order.code}</bdi>
            <time dateTime={order.placedAt} className="block text-small">
              {format.dateTime(order.placedAt)}
            </time>
          </p>
          <CopyButton
            text={order.code}
            label={t('common.named', { label: t('common.copy'), value: t('orders.number') })}
          />
        </div>
      </Card>

      <OrderRefunds id={order.id} />
      {order.payment ? <OrderTalk id={order.id} /> : null}
      <AskAbout kind="order" id={order.id} />
      {order.payment ? (
        <div ref={books} className="scroll-mt-20">
          <Fold title={t('orders.proof')} detail={t('orders.proof.text')} open={proof} onToggle={setProof}>
            <OrderPayment payment={order.payment} />
            {proof ? <OrderBooks id={order.id} /> : null}
          </Fold>
        </div>
      ) : null}
    </>
  )
}

/** What was ordered and by whom, its profit, its status and what is due: the first thing on the screen. */
function Subject({ order }: { order: Order }) {
  const t = useT()
  const { lang } = useI18n()
  const format = useFormat()
  return (
    <Card className="flex flex-col gap-3">
      <ul className="flex flex-col gap-3">
        {order.lines.map((line, index) => (
          <li key={`${line.listingId} ${index}`}>
            <a
              href={link(paths.listing, { id: line.listingId })}
              className="flex min-h-12 items-center gap-3 text-foreground no-underline"
            >
              <Picture src={line.picture} alt="" size={56} className="rounded-field" />
              <span className="flex min-w-0 flex-1 flex-col">
                <span className="line-clamp-2 font-semibold">
                  <bdi>{line.name}</bdi>
                </span>
                <span className="text-small text-muted">
                  {line.options.length > 0 ? (
                    <>
                      <bdi>{optionsLine(line.options)}</bdi> ·{' '}
                    </>
                  ) : null}
                  <Money value={line.sellingPrice} /> × {format.number(line.quantity)} ·{' '}
                  {t('common.named', { label: t('products.cost'), value: format.money(line.purchasePrice) })}
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-x-2">
        <bdi>{order.buyer}</bdi> <span className="text-muted">{regionNames(lang)(order.shippingAddress.country)}</span>
      </p>
      <div className="row-between items-center">
        {order.status === orderStatus.cancelled ? null : (
          <p className="flex flex-wrap items-baseline gap-x-2">
            <Money
              value={order.profit}
              sign
              size="display"
              className={isNegative(order.profit) ? 'text-danger' : 'text-success'}
            />{' '}
            <span className="text-muted">{t('orders.profit')}</span>
          </p>
        )}
        <OrderStatus status={order.status} />
      </div>
      <Due order={order} />
    </Card>
  )
}

/** The deadline of the order, or why it ended. */
function Due({ order }: { order: Order }) {
  const t = useT()
  const format = useFormat()
  const ended = order.declined
    ? { why: t(`orders.declined.${order.declined.reason}`), note: order.declined.note }
    : order.noSupply
      ? { why: t(`orders.no-supply.${order.noSupply.reason}`), note: order.noSupply.note }
      : null
  return (
    <>
      {order.pickupUntil ? <PickupUntil at={order.pickupUntil} /> : null}
      {order.shipBy ? (
        <p className="text-small text-muted">{t('orders.ships-by', { date: format.dateTime(order.shipBy) })}</p>
      ) : null}
      {order.promise?.missed ? (
        <p className="text-small text-warning">{t('orders.promise-missed', { date: format.date(order.promise.by) })}</p>
      ) : null}
      {order.cancelReason ? <p className="text-small">{t(`orders.cancelled.${order.cancelReason}`)}</p> : null}
      {ended ? (
        <p className="text-small">
          {ended.why}
          {ended.note ? (
            <>
              {' · '}
              <bdi>{ended.note}</bdi>
            </>
          ) : null}
        </p>
      ) : null}
      {order.settlesAt ? (
        <p className="text-small text-muted">{t('orders.settles', { when: format.ago(order.settlesAt) })}</p>
      ) : null}
      {order.review ? (
        <p className="text-small text-muted">
          {t(`messages.order.${order.review.state === 'open' ? 'set-aside' : order.review.state}`, {
            code: order.code,
          })}
          {order.review.reason ? (
            <span dir="auto" className="block">
              {order.review.reason}
            </span>
          ) : null}
        </p>
      ) : null}
    </>
  )
}

/** The money of the order. A cancelled one earned nothing: it shows only what was paid and returned. */
function OrderMoney({ order, onProof }: { order: Order; onProof: (() => void) | undefined }) {
  const t = useT()
  const format = useFormat()
  if (order.status === orderStatus.cancelled)
    return order.payment ? (
      <Card>
        <h2 className="pb-3 font-semibold">{t('orders.money')}</h2>
        <dl className="flex flex-col gap-2">
          <AmountRow label={t('orders.total-payment')}>
            <Money value={order.payment.amount} />
          </AmountRow>
          <AmountRow label={t('orders.returned')}>
            <Money value={`-${order.payment.amount}`} />
          </AmountRow>
        </dl>
      </Card>
    ) : null
  // A coupon of the platform takes nothing off what the shop gets for the goods.
  const goods = order.coupon?.bearer === 'shop' ? sum([order.totalPayment, order.coupon.discount]) : order.totalPayment
  return (
    <Card>
      <h2 className="pb-3 font-semibold">{t('orders.money')}</h2>
      <dl className="flex flex-col gap-2">
        <AmountRow label={t('orders.goods')}>
          <Money value={goods} />
        </AmountRow>
        {order.coupon?.bearer === 'shop' ? (
          <AmountRow label={t('orders.coupon.shop', { code: order.coupon.code })}>
            <Money value={`-${order.coupon.discount}`} />
          </AmountRow>
        ) : null}
        <AmountRow label={t('orders.commission')}>
          <Money value={`-${order.commission}`} />
        </AmountRow>
        <AmountRow sum label={t('orders.total-earnings')}>
          <ToBooks label={t('orders.total-earnings')} value={order.totalEarnings} onProof={onProof}>
            <Money value={order.totalEarnings} className="font-semibold" />
          </ToBooks>
        </AmountRow>
        <AmountRow label={t('orders.total-cost')}>
          <Money value={`-${order.totalCost}`} />
        </AmountRow>
        <AmountRow sum label={t('orders.profit')}>
          <ToBooks label={t('orders.profit')} value={order.profit} onProof={onProof}>
            <Money value={order.profit} className="font-semibold" />
          </ToBooks>
        </AmountRow>
      </dl>
      <h3 className="mt-4 border-t border-border pt-3 pb-2 text-small text-muted">{t('orders.payment')}</h3>
      <dl className="flex flex-col gap-2">
        <AmountRow label={t('orders.goods')}>
          <Money value={goods} />
        </AmountRow>
        {order.coupon ? (
          <AmountRow label={t('orders.coupon', { code: order.coupon.code })}>
            <Money value={`-${order.coupon.discount}`} />
          </AmountRow>
        ) : null}
        <AmountRow label={t('orders.shipping-paid')}>
          <Money value={order.shipping} />
        </AmountRow>
        <AmountRow label={t('orders.tax-paid')}>
          <Money value={order.tax} />
        </AmountRow>
        <AmountRow sum label={t('orders.total-payment')}>
          <Money
            value={difference(sum([goods, order.shipping, order.tax]), order.coupon?.discount ?? '0')}
            className="font-semibold"
          />
        </AmountRow>
      </dl>
      {order.coupon?.bearer === 'platform' ? (
        <p className="pt-3 text-small text-muted">
          {t('orders.coupon.platform', { code: order.coupon.code, amount: format.money(order.coupon.discount) })}
        </p>
      ) : null}
      {order.funding ? <p className="pt-3 text-small text-muted">{t(`orders.funded.${order.funding}`)}</p> : null}
      {isZero(order.escrow) ? null : (
        <p className="pt-1 text-small text-muted">
          {t('common.named', { label: t('orders.escrow'), value: format.money(order.escrow) })}
        </p>
      )}
    </Card>
  )
}

/** A figure that opens the books of the order, where each of its movements is. */
function ToBooks({
  label,
  value,
  onProof,
  children,
}: {
  label: string
  value: string
  onProof: (() => void) | undefined
  children: ReactNode
}) {
  const t = useT()
  const format = useFormat()
  if (!onProof) return children
  return (
    <PlainButton
      onClick={onProof}
      aria-label={`${t('common.named', { label, value: format.money(value) })} · ${t('orders.proof')}`}
      className="-my-3 inline-flex min-h-12 items-center gap-1 text-start"
    >
      {children}
      <ChevronRight aria-hidden className="mirror size-4 shrink-0 text-muted" />
    </PlainButton>
  )
}
