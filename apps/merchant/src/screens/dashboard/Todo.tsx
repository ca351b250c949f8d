import type { Answer, dashboard } from '@quayside/contract'
import { Card, EmptyState, ListRow, Shutter } from '@quayside/ui'
import { CircleCheck, ClipboardList, KeyRound, Store, TriangleAlert } from 'lucide-react'
import { link, paths } from '../../paths.ts'
import { useFormat, useT } from '../../words.tsx'

/** The first thing on the screen: whether there is anything to do. */
export function Todo({ dashboard: { todo, shop } }: { dashboard: Answer<typeof dashboard> }) {
  const t = useT()
  const format = useFormat()
  const rows = [
    shop.closed ? (
      <EmptyState
        key="closed"
        scene={<Shutter />}
        title={t('home.closed')}
        action={
          <a href={link(paths.service)} className="inline-flex min-h-12 items-center font-semibold text-accent">
            {t('my.service')}
          </a>
        }
      />
    ) : null,
    todo.awaitingPickup > 0 ? (
      <ListRow
        key="pickup"
        href={link(paths.orders, { status: 5 })}
        icon={<ClipboardList className="text-accent" />}
        title={<span className="font-semibold">{t('home.todo.pickup', { n: todo.awaitingPickup })}</span>}
        detail={
          todo.nextDeadline
            ? t('home.todo.pickup.money', {
                amount: format.money(todo.awaitingPickupEarnings),
                when: format.ago(todo.nextDeadline),
              })
            : undefined
        }
      />
    ) : null,
    todo.paymentPasswordSet ? null : (
      <ListRow
        key="password"
        href={link(paths.paymentPassword)}
        icon={<KeyRound className="text-accent" />}
        title={t('home.todo.password')}
        detail={t('home.todo.password.text')}
      />
    ),
    todo.listings === 0 ? (
      <ListRow
        key="stock"
        href={link(paths.distribution)}
        icon={<Store className="text-accent" />}
        title={t('home.todo.stock')}
        detail={t('home.todo.stock.text')}
      />
    ) : null,
    todo.offShelfAtLoss > 0 ? (
      <ListRow
        key="loss"
        href={link(paths.manage, { shelf: 'off-shelf' })}
        icon={<TriangleAlert className="text-warning" />}
        title={t('home.todo.loss', { n: todo.offShelfAtLoss })}
      />
    ) : null,
  ].filter(Boolean)
  return (
    <Card className="divide-y divide-hairline p-0!">
      {rows.length > 0 ? rows : <ListRow icon={<CircleCheck className="text-success" />} title={t('home.todo.none')} />}
    </Card>
  )
}
