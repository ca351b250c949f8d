import { orderStatus, type OrderStatus } from '@quayside/contract'
import type { AccountPage as Account } from '@quayside/contract/storefront-pages'
import type { PageKit } from '../lib/page.ts'
import { Paging } from '../parts/Paging.tsx'
import { UnreadAnswers } from '../service/UnreadAnswers.tsx'
import { AccountFrame } from './AccountFrame.tsx'

const states = {
  [orderStatus.awaitingPayment]: 'store.event.placed',
  [orderStatus.awaitingPickup]: 'store.event.paid',
  [orderStatus.awaitingShipment]: 'store.event.accepted',
  [orderStatus.shipped]: 'store.event.shipped',
  [orderStatus.received]: 'store.event.received',
  [orderStatus.completed]: 'store.event.completed',
  [orderStatus.cancelled]: 'store.event.cancelled',
} as const satisfies Record<OrderStatus, string>

/** The orders of an account, and those that it placed as a guest. */
export function AccountPage({ kit, page }: { kit: PageKit; page: Account }) {
  const { t } = kit
  return (
    <AccountFrame kit={kit} title={t('store.account.orders')} form={page.form}>
      <p className="text-muted">
        <bdi className="block">{page.name}</bdi>
        <bdi dir="ltr" className="break-all">
          {page.email}
        </bdi>
      </p>
      {page.unread > 0 && <UnreadAnswers kit={kit} path="/account/messages" />}
      {page.guestOrders > 0 && (
        <form method="post" action={kit.to('/account/claim')} className="card flex flex-col items-start gap-3 p-4">
          <input type="hidden" name="form" value={page.form} />
          <p>{t('store.account.guest-orders', { n: kit.number(page.guestOrders), email: page.email })}</p>
          <button className="button">{t('store.account.claim')}</button>
        </form>
      )}
      {page.orders.length === 0 ? (
        <p>{t('store.account.no-orders')}</p>
      ) : (
        <ul className="flex flex-col gap-3">
          {page.orders.map((order) => (
            <li key={order.code}>
              <a
                className="card flex flex-wrap items-baseline gap-x-4 gap-y-1 p-4 no-underline"
                href={kit.to(order.path)}
              >
                <span className="flex-1 font-semibold">{t('store.order.title', { code: order.code })}</span>
                <bdi dir="ltr" className="tabular-nums">
                  {kit.money(order.total)}
                </bdi>
                <span className="flex flex-[1_1_100%] flex-wrap gap-x-2 text-small text-muted">
                  <bdi className="min-w-0 break-words">{order.shop}</bdi>
                  <span>· {kit.day(order.placedAt)}</span>
                  <span>· {t(states[order.status])}</span>
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
      <Paging
        kit={kit}
        number={page.number}
        pages={page.pages}
        address={(number) => kit.to(`/account?page=${number}`)}
      />
    </AccountFrame>
  )
}
