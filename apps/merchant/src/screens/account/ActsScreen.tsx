import { useApiInfiniteQuery } from '@quayside/client'
import { shopActs, type AuditAct, type AuditSubjectKind, type ResponseBody } from '@quayside/contract'
import type { AppMessage } from '@quayside/locales'
import { Book, EmptyState, Page, PlainButton, StatusChip } from '@quayside/ui'
import { ChevronDown } from 'lucide-react'
import { useMemo, useState } from 'react'
import { OnItsDay } from '../../components/OnItsDay.tsx'
import { PagedBoundary } from '../../components/PagedBoundary.tsx'
import { PagedList } from '../../components/PagedList.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { paths } from '../../paths.ts'

type Act = ResponseBody<typeof shopActs>['list'][number]

/** Acts a page: most are folded, so a page of the usual size would show few rows. */
const foldedPage = 100

const documents: Record<string, AppMessage> = {
  idFront: 'register.id-front',
  idBack: 'register.id-back',
  idInHand: 'register.id-hand',
}
/** What an act is about, in the words of the app. Anything else is about the settings of the shop. */
const subjects: Partial<Record<AuditSubjectKind, AppMessage>> = {
  registration: 'my.registration',
  document: 'my.registration',
  shop: 'my.shop-code',
  conversation: 'my.service',
  'order-talk': 'orders.talk.all',
  message: 'my.service',
  'unidentified-money': 'my.funds',
  adjustment: 'my.funds',
  'privacy-request': 'privacy.title',
}
/** What has a number is named by it, as everywhere in the app. */
const numbered = {
  order: 'funds.order',
  shipment: 'funds.order',
  deposit: 'funds.deposit',
  withdrawal: 'funds.withdrawal',
  payout: 'funds.withdrawal',
  refund: 'funds.refund',
} as const satisfies Partial<Record<AuditSubjectKind, AppMessage>>
/** The screen of what has a number, for an act on several of them. */
const plural: Record<keyof typeof numbered, AppMessage> = {
  order: 'orders.title',
  shipment: 'orders.title',
  deposit: 'recharge.records',
  withdrawal: 'withdraw.records',
  payout: 'withdraw.records',
  refund: 'refunds.title',
}
const isNumbered = (kind: AuditSubjectKind): kind is keyof typeof numbered => kind in numbered
/** What was done, in few words. */
const words: Partial<Record<AuditAct, AppMessage>> = {
  read: 'account.acts.seen',
  searched: 'account.acts.seen',
  exported: 'account.acts.seen',
  approved: 'account.acts.decided',
  decided: 'account.acts.decided',
  confirmed: 'account.acts.decided',
  signed: 'account.acts.decided',
  matched: 'account.acts.decided',
  rejected: 'account.acts.rejected',
  sent: 'account.acts.sent',
  shipped: 'account.acts.sent',
  closed: 'account.acts.closed',
  restricted: 'account.acts.closed',
  opened: 'account.acts.opened',
  lifted: 'account.acts.opened',
}
const desks: Record<NonNullable<Act['desk']>, AppMessage> = {
  owner: 'account.acts.desk.owner',
  catalogue: 'products.title',
  fulfilment: 'account.acts.desk.fulfilment',
  finance: 'account.acts.desk.finance',
  review: 'account.acts.desk.review',
  support: 'my.service',
  auditor: 'account.acts.desk.auditor',
}

/** What operators did that concerns the shop, newest first: what one of them did on a day is one row. */
export function ActsScreen() {
  const t = useT()
  const format = useFormat()
  const back = useBack(paths.security)
  const acts = useApiInfiniteQuery(shopActs, { limit: foldedPage })
  const folds = useMemo(() => foldsOf(acts.rows, (at) => format.date(at)), [acts.rows, format])
  return (
    <Page title={t('account.acts')} onBack={back}>
      <PagedBoundary query={acts}>
        {() =>
          folds.length === 0 ? (
            <EmptyState scene={<Book />} title={t('account.acts.empty')} text={t('account.acts.text')} />
          ) : (
            <PagedList
              query={{ ...acts, rows: folds, keyOf: ([first]) => first!.id }}
              scrollKey="acts"
              rowHeight={72}
              render={(fold, i) => (
                <OnItsDay at={fold[0]!.at} before={folds[i - 1]?.[0]?.at}>
                  <Fold acts={fold} />
                </OnItsDay>
              )}
            />
          )
        }
      </PagedBoundary>
    </Page>
  )
}

/** Runs of acts of one person on one day. */
function foldsOf(acts: readonly Act[], dayOf: (at: string) => string): Act[][] {
  const folds: Act[][] = []
  for (const act of acts) {
    const last = folds.at(-1)
    const before = last?.[0]
    if (last && before && before.staffNumber === act.staffNumber && dayOf(before.at) === dayOf(act.at)) last.push(act)
    else folds.push([act])
  }
  return folds
}

const line = '-mx-2 border-b border-border px-2'

/** Who did what: each kind of act once, with its number. A tap shows the acts one by one. */
function Fold({ acts }: { acts: Act[] }) {
  const t = useT()
  const format = useFormat()
  const titleOf = useTitle()
  const [open, setOpen] = useState(false)
  const [first] = acts
  const by = t('account.acts.by', {
    desk: t(first!.desk ? desks[first!.desk] : 'orders.source.operator'),
    number: format.number(first!.staffNumber),
  })
  if (acts.length === 1)
    return (
      <div className={line}>
        <ActRow act={first!} by={by} />
      </div>
    )
  const kinds = Map.groupBy(acts, (act) => t('common.named', { label: t(wordOf(act)), value: titleOf.plain(act) }))
  return (
    <div className={line}>
      <PlainButton
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-h-16 w-full items-center gap-3 py-2 text-start active:bg-raised"
      >
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{by}</span>
          {[...kinds].map(([title, list]) => (
            <span key={title} className="block text-small text-muted">
              {list.length > 1 ? `${title} × ${format.number(list.length)}` : title}
            </span>
          ))}
        </span>
        <ChevronDown aria-hidden className={`size-5 shrink-0 text-muted ${open ? 'rotate-180' : ''}`} />
      </PlainButton>
      {open ? (
        <ul className="mb-2 border-s-2 border-primary ps-3">
          {acts.map((act) => (
            <li key={act.id}>
              <ActRow act={act} />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

const wordOf = (act: Act): AppMessage => words[act.act] ?? 'account.acts.changed'

/** What an act is about: `plain` as a kind of thing, `whole` with its number. */
function useTitle() {
  const t = useT()
  const plain = ({ subject: { kind, id } }: Act): string => {
    const document = kind === 'document' && id ? documents[id] : undefined
    return t(document ?? (isNumbered(kind) ? plural[kind] : (subjects[kind] ?? 'shop.title')))
  }
  const whole = (act: Act): string => {
    const { kind, code } = act.subject
    if (!code) return plain(act)
    return isNumbered(kind) ? t(numbered[kind], { code }) : `${plain(act)} ${code}`
  }
  return { plain, whole }
}

function ActRow({ act, by }: { act: Act; by?: string }) {
  const t = useT()
  const format = useFormat()
  const titleOf = useTitle()
  const done = act.outcome === 'done' || act.outcome === 'begun'
  return (
    <div className="flex min-h-14 items-center gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className={by ? 'font-semibold' : undefined}>
          <bdi>{t('common.named', { label: t(wordOf(act)), value: titleOf.whole(act) })}</bdi>{' '}
          {done ? null : <StatusChip tone="neutral">{t('account.acts.not-done')}</StatusChip>}
        </p>
        {act.reason ? (
          <p className="text-small" dir="auto">
            {act.reason}
          </p>
        ) : null}
        {by ? <p className="text-small text-muted">{by}</p> : null}
      </div>
      <time className="shrink-0 text-small text-muted" dateTime={act.at}>
        {format.clock(act.at)}
      </time>
    </div>
  )
}
