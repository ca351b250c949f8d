import { useApiInfiniteQuery } from '@quayside/client'
import { shopActs, type AuditAct, type AuditSubjectKind, type ResponseBody } from '@quayside/contract'
import type { AppMessage } from '@quayside/locales'
import { Book, EmptyState, Page, StatusChip } from '@quayside/ui'
import { PagedBoundary } from '../../components/PagedBoundary.tsx'
import { PagedList } from '../../components/PagedList.tsx'
import { pageSize } from '../../constants.ts'
import { useBack } from '../../hooks/useBack.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { paths } from '../../paths.ts'

type Act = ResponseBody<typeof shopActs>['list'][number]

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

/** What operators did that concerns the shop, newest first. */
export function ActsScreen() {
  const t = useT()
  const back = useBack(paths.my)
  const acts = useApiInfiniteQuery(shopActs, { limit: pageSize })
  return (
    <Page title={t('account.acts')} onBack={back}>
      <p className="text-muted">{t('account.acts.text')}</p>
      <PagedBoundary query={acts}>
        {() =>
          acts.rows.length === 0 ? (
            <EmptyState scene={<Book />} title={t('account.acts.empty')} />
          ) : (
            <PagedList query={acts} scrollKey="acts" render={(act) => <ActRow act={act} />} />
          )
        }
      </PagedBoundary>
    </Page>
  )
}

function ActRow({ act }: { act: Act }) {
  const t = useT()
  const format = useFormat()
  const { kind, id, code } = act.subject
  const document = kind === 'document' && id ? documents[id] : undefined
  const subject = document ?? (isNumbered(kind) ? plural[kind] : (subjects[kind] ?? 'shop.title'))
  const done = act.outcome === 'done' || act.outcome === 'begun'
  return (
    <div className="pb-3">
      <article className="flex flex-col gap-1 rounded-card border border-border bg-surface p-4 shadow-flat">
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="font-semibold">
            {t('common.named', {
              label: t(words[act.act] ?? 'account.acts.changed'),
              value: code && isNumbered(kind) ? t(numbered[kind], { code }) : t(subject),
            })}
            {code && !isNumbered(kind) ? (
              <>
                {' '}
                <bdi>{code}</bdi>
              </>
            ) : null}
          </h2>
          {done ? null : <StatusChip tone="neutral">{t('account.acts.not-done')}</StatusChip>}
        </div>
        {act.reason ? <p dir="auto">{act.reason}</p> : null}
        <p className="text-small text-muted">
          {t('account.acts.by', {
            desk: t(act.desk ? desks[act.desk] : 'orders.source.operator'),
            number: format.number(act.staffNumber),
          })}
        </p>
        <time className="text-small text-muted" dateTime={act.at}>
          {format.dateTime(act.at)}
        </time>
      </article>
    </div>
  )
}
