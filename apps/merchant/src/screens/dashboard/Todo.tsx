import { useApiQuery } from '@quayside/client'
import { orderStatus, pickupSum, type ResponseBody, type dashboard } from '@quayside/contract'
import { Money, Pill } from '@quayside/ui'
import { CircleCheck } from 'lucide-react'
import { isUrgent } from '../../components/TimeLeft.tsx'
import { useFirstPaint } from '../../hooks/useFirstPaint.ts'
import { link, paths } from '../../paths.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'

type Task = { key: string; href: string; title: string; n?: number; urgent?: boolean }

/**
 * The tasks of the merchant: the orders that await pick-up as one button with their profit, the others as chips. In a
 * closed shop, only those that the merchant can still do.
 */
export function Todo({ dashboard: { todo }, closed }: { dashboard: ResponseBody<typeof dashboard>; closed: boolean }) {
  const t = useT()
  const format = useFormat()
  const waiting = closed ? 0 : todo.awaitingPickup
  const profit = useApiQuery(pickupSum, {}, { enabled: useFirstPaint() && waiting > 0 }).data?.profit

  const tasks: Task[] = []
  const { answerBy } = todo.refunds
  if (answerBy && !closed)
    tasks.push({
      key: 'refunds',
      href: link(paths.refunds, { state: 'requested' }),
      title: t('refunds.title'),
      n: todo.refunds.n,
      urgent: isUrgent(answerBy),
    })
  for (const { message, kind, code, amount } of todo.rejected)
    tasks.push({
      key: message,
      href: link(paths.messages, { id: message }),
      title: t(`messages.${kind}`, { code, amount: format.money(amount) }),
      urgent: true,
    })
  if (todo.answers > 0)
    tasks.push({ key: 'answers', href: link(paths.service), title: t('my.service'), n: todo.answers })
  if (!todo.paymentPasswordSet)
    tasks.push({
      key: 'password',
      href: link(paths.security, { part: 'payment-password' }),
      title: t('home.todo.password'),
    })
  if (todo.listings === 0 && !closed)
    tasks.push({ key: 'stock', href: link(paths.distribution), title: t('home.todo.stock') })
  if (todo.offShelfAtLoss > 0 && !closed)
    tasks.push({
      key: 'loss',
      href: link(paths.products, { shelf: 'off-shelf', select: '1' }),
      title: t('home.todo.loss', { n: todo.offShelfAtLoss }),
    })
  if (todo.supplierNotices > 0 && !closed)
    tasks.push({ key: 'notices', href: link(paths.products), title: t('notices.title', { n: todo.supplierNotices }) })
  if (todo.emailToVerify) tasks.push({ key: 'email', href: link(paths.security), title: t('account.verify-email') })

  if (waiting === 0 && tasks.length === 0)
    return (
      <p className="flex min-h-12 items-center gap-2">
        <CircleCheck aria-hidden className="size-5 text-success" />
        {t('home.todo.none')}
      </p>
    )
  return (
    <div className="flex flex-col gap-1">
      {waiting > 0 ? (
        <a
          href={link(paths.orders, { status: orderStatus.awaitingPickup })}
          // The profit comes later and has its own place: it must not push the words aside.
          className="flex min-h-12 items-center justify-between gap-3 rounded-field bg-primary px-4 py-2 font-semibold text-on-primary no-underline active:opacity-80"
        >
          <span>{t('orders.pickup-all', { n: waiting })}</span>
          {profit === undefined ? null : <Money value={profit} sign className="shrink-0" />}
        </a>
      ) : null}
      {tasks.length > 0 ? (
        <ul className="-mx-4 flex gap-x-2 overflow-x-auto px-4 [scrollbar-width:none]">
          {tasks.map(({ key, href, title, n, urgent }) => (
            <li key={key} className="shrink-0">
              <a href={href} className="inline-flex min-h-12 items-center text-foreground no-underline">
                <Pill chosen={false}>
                  <span className={urgent ? 'font-semibold text-danger' : ''}>{title}</span>
                  {n === undefined ? null : <span className="font-semibold">{format.number(n)}</span>}
                </Pill>
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
