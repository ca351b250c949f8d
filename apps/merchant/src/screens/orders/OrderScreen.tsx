import { invalidate, newKey, useAct, useRead } from '@quayside/client'
import {
  cancelOrder,
  dashboard,
  fundsRecords,
  listOrders,
  orderBooks,
  orderCounts,
  orderDetail,
  orderStatus,
  pickupSum,
  type Answer,
} from '@quayside/contract'
import { Card, ConfirmDialog, Money, Page, Picture, toast } from '@quayside/ui'
import { MapPin } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { Copyable } from '../../parts/Copyable.tsx'
import { DisputeCard } from '../../parts/DisputeCard.tsx'
import { AskAbout } from '../../parts/AskAbout.tsx'
import { Line } from '../../parts/Line.tsx'
import { OnlineButton } from '../../parts/OnlineButton.tsx'
import { ActProblem, Reading } from '../../parts/Reading.tsx'
import { useBack } from '../../parts/useBack.ts'
import { link, paths } from '../../paths.ts'
import { useQuery } from '../../router.ts'
import { isZero } from '../../sums.ts'
import { useFormat, useT } from '../../words.tsx'
import { OrderBooks } from './OrderBooks.tsx'
import { OrderHistory } from './OrderHistory.tsx'
import { OrderPayment } from './OrderPayment.tsx'
import { OrderRefunds } from './OrderRefunds.tsx'
import { OrderStatus } from './OrderStatus.tsx'
import { PickupSheet } from './PickupSheet.tsx'
import { PickupUntil } from './PickupUntil.tsx'

/** One order: where it stands, its money to the last cent, where it goes, and what may be done next. */
export function OrderScreen() {
  const back = useBack(paths.orders)
  const { id = '' } = useQuery()
  // What is asked, its key and what is unfolded belong to one order.
  return <OneOrder key={id} id={id} onBack={back} />
}

function OneOrder({ id, onBack }: { id: string; onBack: () => void }) {
  const t = useT()
  const order = useRead(orderDetail, { id })
  const [open, setOpen] = useState<'pickup' | 'decline' | null>(null)
  const decline = useAct(cancelOrder)
  const key = useRef(newKey())
  const format = useFormat()
  const mine = useMemo(() => [id], [id])

  const declineIt = async () => {
    if (!(await decline.act({ id }, { key: key.current }))) return
    toast(t('orders.declined'))
    setOpen(null)
    await invalidate(orderDetail, orderBooks, listOrders, orderCounts, pickupSum, fundsRecords, dashboard)
  }
  const may = order.data?.may

  return (
    <Page
      title={t('orders.detail')}
      onBack={onBack}
      backLabel={t('common.back')}
      footer={
        may?.pickUp === true || may?.cancel === true ? (
          <div className="flex flex-col gap-1">
            {may.pickUp === true ? (
              <OnlineButton wide onClick={() => setOpen('pickup')}>
                {t('orders.pickup')}
              </OnlineButton>
            ) : null}
            {may.cancel === true ? (
              <OnlineButton variant="quiet" wide onClick={() => setOpen('decline')}>
                {t('orders.decline')}
              </OnlineButton>
            ) : null}
          </div>
        ) : null
      }
    >
      <Reading of={order}>{(data) => <Detail order={data} />}</Reading>
      {open === 'pickup' ? <PickupSheet orders={mine} onClose={() => setOpen(null)} /> : null}
      <ConfirmDialog
        open={open === 'decline'}
        onOpenChange={(is) => setOpen(is ? 'decline' : null)}
        title={t('orders.decline.title')}
        text={
          <>
            {t('orders.decline.text', { amount: format.money(order.data?.totalPayment ?? '0') })}
            <ActProblem of={decline} />
          </>
        }
        confirm={t('orders.decline')}
        cancel={t('common.cancel')}
        danger
        busy={decline.busy}
        onConfirm={() => void declineIt()}
      />
    </Page>
  )
}

function Detail({ order }: { order: Answer<typeof orderDetail> }) {
  const t = useT()
  const format = useFormat()
  const address = order.shippingAddress
  const [entry, setEntry] = useState<string | null>(null)
  return (
    <>
      <Card className="flex flex-col gap-2">
        <div className="ends items-center">
          <OrderStatus status={order.status} />
          <time dateTime={order.placedAt} className="text-small text-muted">
            {format.dateTime(order.placedAt)}
          </time>
        </div>
        <Copyable label={t('orders.number')} value={order.code} />
        {order.pickupUntil ? <PickupUntil at={order.pickupUntil} className="text-small" /> : null}
        {order.shipBy ? (
          <p className="text-small text-muted">{t('orders.ships-by', { date: format.dateTime(order.shipBy) })}</p>
        ) : null}
        {order.cancelReason ? <p className="text-small">{t(`orders.cancelled.${order.cancelReason}`)}</p> : null}
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
      </Card>

      {order.dispute && !isZero(order.dispute.amount) ? <DisputeCard {...order.dispute} /> : null}

      <Card>
        <h2 className="pb-3 font-semibold">{t('orders.money')}</h2>
        <dl className="flex flex-col gap-2">
          {order.status === orderStatus.cancelled && !order.payment ? null : (
            <Line label={t('orders.total-payment')}>
              <Money value={order.totalPayment} />
            </Line>
          )}
          {order.status === orderStatus.cancelled ? (
            <>
              {order.payment ? (
                <Line label={t('orders.returned')}>
                  <Money value={`-${order.totalPayment}`} />
                </Line>
              ) : null}
              <Line label={t('orders.total-earnings')}>
                <Money value={order.totalEarnings} className="font-semibold" />
              </Line>
              <Line sum label={t('orders.profit')}>
                <Money value={order.profit} className="text-section font-semibold" />
              </Line>
            </>
          ) : (
            <>
              <Line label={t('orders.commission')}>
                <Money value={`-${order.commission}`} />
              </Line>
              <Line label={t('orders.total-earnings')}>
                <Money value={order.totalEarnings} className="font-semibold" />
              </Line>
              <Line label={t('orders.total-cost')}>
                <Money value={`-${order.totalCost}`} />
              </Line>
              <Line sum label={t('orders.profit')}>
                <Money value={order.profit} className="text-section font-semibold text-success" />
              </Line>
            </>
          )}
        </dl>
        {order.funding ? <p className="pt-3 text-small text-muted">{t(`orders.funded.${order.funding}`)}</p> : null}
        <p className="pt-1 text-small text-muted">
          {t('common.named', { label: t('orders.escrow'), value: format.money(order.escrow) })}
        </p>
      </Card>

      {order.payment ? (
        <OrderPayment payment={order.payment} onShow={() => setEntry(order.payment?.entry.transferId ?? null)} />
      ) : null}

      <Card>
        <h2 className="pb-2 font-semibold">{t('orders.products')}</h2>
        <ul className="flex flex-col gap-3">
          {order.lines.map((line) => (
            <li key={line.listingId}>
              <a
                href={link(paths.listing, { id: line.listingId })}
                className="flex min-h-12 items-center gap-3 text-ink no-underline"
              >
                <Picture src={line.picture} alt="" size={56} />
                <span className="min-w-0 flex-1">
                  <span className="line-clamp-2 text-small">
                    <bdi>{line.name}</bdi>
                  </span>
                  <span className="text-caption text-muted">
                    <Money value={line.sellingPrice} /> × {format.number(line.quantity)}
                  </span>
                </span>
              </a>
            </li>
          ))}
        </ul>
      </Card>

      <Card>
        <h2 className="pb-2 font-semibold">{t('orders.address')}</h2>
        <p className="pb-1 text-small text-muted">
          {t('orders.buyer')} <bdi>{order.buyer}</bdi>
        </p>
        <address className="not-italic" dir="auto">
          {address.name}
          <br />
          {address.street}
          <br />
          {address.postcode} {address.city}, {address.country}
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
          className="inline-flex min-h-12 items-center gap-2 text-accent no-underline"
        >
          <MapPin aria-hidden className="size-5" />
          {t('places.open')}
        </a>
        {order.status === 1 ? <p className="pt-2 text-small text-muted">{t('orders.address.hidden')}</p> : null}
      </Card>

      <AskAbout kind="order" id={order.id} />
      <OrderRefunds id={order.id} />
      <OrderHistory order={order} />
      <OrderBooks id={order.id} entry={entry} onClosed={() => setEntry(null)} />
    </>
  )
}
