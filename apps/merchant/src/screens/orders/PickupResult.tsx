import { Button, CopyButton, Fold } from '@quayside/ui'
import { useState } from 'react'
import { link, paths } from '../../paths.ts'
import { useT } from '../../lib/i18n.tsx'

const atOnce = 50

/** The result of a pick-up by order: its number, and the reason if it was not picked up. Collapsed at first. */
export function PickupResult({
  title,
  orders,
}: {
  title: string
  orders: readonly { id: string; code: string; sentence?: string }[]
}) {
  const t = useT()
  const [shown, setShown] = useState(atOnce)
  if (orders.length === 0) return null
  return (
    <Fold title={title}>
      <ul className="flex flex-col">
        {orders.slice(0, shown).map((order) => (
          <li key={order.id} className="flex items-center justify-between gap-2">
            <span className="min-w-0">
              {order.code ? (
                <a href={link(paths.order, { id: order.id })} className="inline-flex min-h-12 items-center text-accent">
                  <bdi>{order.code}</bdi>
                </a>
              ) : null}
              {order.sentence ? <span className="block text-small">{order.sentence}</span> : null}
            </span>
            {order.code ? (
              <CopyButton text={order.code} label={t('common.named', { label: t('common.copy'), value: order.code })} />
            ) : null}
          </li>
        ))}
      </ul>
      {orders.length > shown ? (
        <Button variant="quiet" wide onClick={() => setShown(shown + atOnce)}>
          {t('common.more')}
        </Button>
      ) : null}
    </Fold>
  )
}
