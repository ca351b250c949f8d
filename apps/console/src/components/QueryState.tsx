import type { Refused } from '@quayside/client'
import { Button } from '@quayside/ui'
import { CloudOff, Inbox, Lock, OctagonAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { parseShopItemKey, type ShopItem } from '../lib/shopItem.ts'
import { t } from '../lib/texts.ts'

type Query = { isLoading: boolean; refusal: Refused | null; unreachable: boolean; refetch: () => void }

/** A short message in the place of content: an empty list, a refusal, a lost connection. */
export function Notice({
  icon,
  title,
  text,
  action,
  alert = false,
  page = false,
}: {
  icon: ReactNode
  title: string
  text?: string | undefined
  action?: ReactNode
  alert?: boolean
  /** It is the whole page: its title is the page's heading. */
  page?: boolean
}) {
  const Title = page ? 'h1' : 'p'
  return (
    <div
      role={alert ? 'alert' : undefined}
      className="flex flex-col items-center gap-2 px-6 py-10 text-center [&>svg]:size-8 [&>svg]:text-muted"
    >
      {icon}
      <Title className="pt-1 font-semibold">{title}</Title>
      {text ? <p className="max-w-sm text-muted text-pretty">{text}</p> : null}
      {action}
    </div>
  )
}

export const EmptyNotice = ({
  title,
  text,
  action,
}: {
  title: string
  text?: string | undefined
  action?: ReactNode
}) => <Notice icon={<Inbox aria-hidden />} title={title} text={text} action={action} />

/** The rows of a list or a detail that loads. */
export const Skeleton = ({ rows = 6 }: { rows?: number }) => (
  <div role="progressbar" aria-label={t('common.loading')} className="flex flex-col gap-2 p-4">
    {Array.from({ length: rows }, (_, i) => (
      <span key={i} className="skeleton block h-4 rounded-chip" style={{ inlineSize: `${90 - ((i * 17) % 45)}%` }} />
    ))}
  </div>
)

/** What stands in the place of data that is not there: a skeleton, the refusal, or a lost connection. */
export function QueryProblem({ query, rows }: { query: Query; rows?: number }) {
  const { refusal } = query
  if (refusal)
    return (
      <Notice
        alert
        icon={refusal.reason === 'request/forbidden' ? <Lock aria-hidden /> : <OctagonAlert aria-hidden />}
        title={t('common.failed')}
        text={refusal.message}
        action={
          refusal.reason.endsWith('/not-found') || refusal.reason === 'request/forbidden' ? null : (
            <Button variant="secondary" onClick={query.refetch}>
              {t('common.retry')}
            </Button>
          )
        }
      />
    )
  if (query.unreachable)
    return (
      <Notice
        alert
        icon={<CloudOff aria-hidden />}
        title={t('common.unreachable')}
        text={t('common.unreachable.text')}
        action={
          <Button variant="secondary" onClick={query.refetch}>
            {t('common.retry')}
          </Button>
        }
      />
    )
  return <Skeleton {...(rows ? { rows } : {})} />
}

/** Shows the data of a query, or what stands in its place. */
export function QueryState<D>({
  query,
  rows,
  children,
}: {
  query: Query & { data: D | undefined }
  rows?: number
  children: (data: D) => ReactNode
}) {
  return query.data === undefined ? <QueryProblem query={query} {...(rows ? { rows } : {})} /> : children(query.data)
}

/** Why a mutation failed. A refusal of one field stands at the field and not here. */
export function MutationProblem({ refusal, unreachable }: { refusal: Refused | null; unreachable: boolean }) {
  if (!refusal && !unreachable) return null
  return (
    <p role="alert" dir="auto" className="text-danger">
      {refusal ? refusal.message : t('common.unreachable.sent')}
    </p>
  )
}

/** The opened item of a shop by its key; a notice when an address names none. */
export function renderShopItem(key: string, render: (item: ShopItem) => ReactNode): ReactNode {
  const item = parseShopItemKey(key)
  return item ? render(item) : <EmptyNotice title={t('queue.no-item')} />
}
