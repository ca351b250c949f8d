import { orderStatus, type ResponseBody, type dashboard } from '@quayside/contract'
import { Button, Card, ListRow } from '@quayside/ui'
import {
  Ban,
  CircleCheck,
  ClipboardList,
  KeyRound,
  MailCheck,
  MessageCircle,
  RotateCcw,
  Store,
  TriangleAlert,
  Truck,
} from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { link, paths } from '../../paths.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'

/** Number of tasks shown before “show all”. */
const linesShown = 3
/** Tasks due within this many milliseconds come first and show their time. */
const soonWithin = 24 * 3_600_000
const soon = (due: string | null | undefined): due is string =>
  typeof due === 'string' && Date.parse(due) - Date.now() < soonWithin

type Task = { key: string; href: string; icon: ReactNode; title: string; detail?: string; due?: string | null }

/** The tasks of the merchant, the soonest due first. In a closed shop, only those that the merchant can still do. */
export function Todo({ dashboard: { todo }, closed }: { dashboard: ResponseBody<typeof dashboard>; closed: boolean }) {
  const t = useT()
  const format = useFormat()
  const [whole, setWhole] = useState(false)
  const at = (due: string) => (soon(due) ? ` · ${format.moment(Date.parse(due))}` : '')

  const tasks: Task[] = []
  if (todo.awaitingPickup > 0 && !closed)
    tasks.push({
      key: 'pickup',
      href: link(paths.orders, { status: orderStatus.awaitingPickup }),
      icon: <ClipboardList className="text-accent" />,
      title: t('home.todo.pickup', { n: todo.awaitingPickup }),
      due: todo.nextDeadline,
      ...(todo.nextDeadline
        ? {
            detail: `${t('home.todo.pickup.money', {
              amount: format.money(todo.awaitingPickupEarnings),
              when: format.left(todo.nextDeadline),
            })}${at(todo.nextDeadline)}`,
          }
        : {}),
    })
  if (todo.refunds.answerBy && !closed)
    tasks.push({
      key: 'refunds',
      href: link(paths.refunds, { state: 'requested' }),
      icon: <RotateCcw className="text-accent" />,
      title: t('home.todo.refunds', { n: todo.refunds.n }),
      // A time that is far away is a date; two of them would break the line.
      detail:
        t('refunds.answer-by', { when: format.moment(Date.parse(todo.refunds.answerBy)) }) +
        (soon(todo.refunds.answerBy) ? ` · ${format.left(todo.refunds.answerBy)}` : ''),
      due: todo.refunds.answerBy,
    })
  for (const { message, kind, code, amount } of todo.rejected)
    tasks.push({
      key: message,
      href: link(paths.message, { id: message }),
      icon: <Ban className="text-danger" />,
      title: t(`messages.${kind}`, { code, amount: format.money(amount) }),
    })
  if (todo.answers > 0)
    tasks.push({
      key: 'answers',
      href: link(paths.service),
      icon: <MessageCircle className="text-accent" />,
      title: t('messages.support.answered', { n: todo.answers }),
    })
  if (!todo.paymentPasswordSet)
    tasks.push({
      key: 'password',
      href: link(paths.paymentPassword),
      icon: <KeyRound className="text-accent" />,
      title: t('home.todo.password'),
      detail: t('home.todo.password.text'),
    })
  if (todo.listings === 0 && !closed)
    tasks.push({
      key: 'stock',
      href: link(paths.distribution),
      icon: <Store className="text-accent" />,
      title: t('home.todo.stock'),
      detail: t('home.todo.stock.text'),
    })
  if (todo.offShelfAtLoss > 0 && !closed)
    tasks.push({
      key: 'loss',
      href: link(paths.products, { shelf: 'off-shelf', select: '1' }),
      icon: <TriangleAlert className="text-warning" />,
      title: t('home.todo.loss', { n: todo.offShelfAtLoss }),
    })
  if (todo.supplierNotices > 0 && !closed)
    tasks.push({
      key: 'notices',
      href: link(paths.products),
      icon: <Truck className="text-accent" />,
      title: t('notices.title', { n: todo.supplierNotices }),
    })
  if (todo.emailToVerify)
    tasks.push({
      key: 'email',
      href: link(paths.personalInfo),
      icon: <MailCheck className="text-accent" />,
      title: t('account.verify-email'),
    })
  // Tasks due soon come first, the soonest on top; the others keep the order above.
  const urgency = ({ due }: Task) => (soon(due) ? Date.parse(due) : Infinity)
  const sorted = tasks.sort((a, b) => (urgency(a) === urgency(b) ? 0 : urgency(a) - urgency(b)))

  return (
    <Card className="divide-y divide-border p-0!">
      {tasks.length === 0 ? (
        <ListRow icon={<CircleCheck className="text-success" />} title={t('home.todo.none')} />
      ) : null}
      {(whole ? sorted : sorted.slice(0, linesShown)).map(({ key, href, icon, title, detail, due }, i) => (
        <ListRow
          key={key}
          href={href}
          icon={icon}
          title={i === 0 ? <span className="font-semibold">{title}</span> : title}
          detail={soon(due) ? <span className="text-warning">{detail}</span> : detail}
        />
      ))}
      {todo.awaitingPickup + todo.refunds.n > 1 && !closed ? (
        <a
          href={link(paths.round)}
          className="flex min-h-12 items-center justify-center px-4 py-2 font-semibold text-accent no-underline"
        >
          {t('round.title')}
        </a>
      ) : null}
      {sorted.length > linesShown && !whole ? (
        <Button variant="quiet" wide onClick={() => setWhole(true)}>
          {t('notices.show-all', { n: format.number(sorted.length) })}
        </Button>
      ) : null}
    </Card>
  )
}
