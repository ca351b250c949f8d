import { useApiInfiniteQuery } from '@quayside/client'
import { refundOrders, refundStates, type ResponseBody } from '@quayside/contract'
import { EmptyState, forgetScrollPosition, Money, Parcel, Page, SegmentTabs } from '@quayside/ui'
import { pageSize } from '../../constants.ts'
import { PagedBoundary } from '../../components/PagedBoundary.tsx'
import { PagedList } from '../../components/PagedList.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { link, paths } from '../../paths.ts'
import { navigate, useSearchParams } from '../../router.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { RefundStatus } from './RefundStatus.tsx'

/** The shop's refund orders by state, newest first. */
export function RefundsScreen() {
  const t = useT()
  const back = useBack(paths.my)
  const query = useSearchParams(paths.refunds)
  const state = refundStates.find((one) => one === query.state)
  const refunds = useApiInfiniteQuery(refundOrders, { limit: pageSize, ...(state ? { state } : {}) })

  return (
    <Page title={t('refunds.title')} onBack={back}>
      <SegmentTabs
        label={t('refunds.tabs')}
        value={state ?? 'all'}
        onChange={(key) => {
          forgetScrollPosition(`refunds ${key}`)
          navigate({ to: paths.refunds, search: key === 'all' ? {} : { state: key }, replace: true })
        }}
        items={[
          { key: 'all' as const, label: t('common.all') },
          ...refundStates.map((key) => ({ key, label: t(`refunds.state.${key}`) })),
        ]}
      />
      <PagedBoundary query={refunds}>
        {() =>
          refunds.rows.length === 0 ? (
            <EmptyState scene={<Parcel />} title={t('refunds.empty')} />
          ) : (
            <PagedList
              query={refunds}
              scrollKey={`refunds ${state ?? 'all'}`}
              render={(refund) => <RefundRow refund={refund} />}
            />
          )
        }
      </PagedBoundary>
    </Page>
  )
}

function RefundRow({ refund }: { refund: ResponseBody<typeof refundOrders>['list'][number] }) {
  const t = useT()
  const format = useFormat()
  return (
    <div className="pb-3">
      <a
        href={link(paths.refundDetail, { id: refund.id })}
        className="flex min-h-24 flex-col justify-center gap-1 rounded-card border border-border bg-surface p-3 text-foreground no-underline active:bg-raised"
      >
        <span className="row-between items-center">
          <RefundStatus state={refund.state} />
          <time dateTime={refund.requestedAt} className="text-caption text-muted">
            {format.ago(refund.requestedAt)}
          </time>
        </span>
        <span className="row-between">
          <span className="flex-1">{t(`refunds.reason.${refund.reason}`)}</span>
          <Money value={refund.amount} className="font-semibold" />
        </span>
        <span className="row-between text-caption text-muted">
          <bdi>{refund.code}</bdi>
          <bdi>{t('funds.order', { code: refund.order.code })}</bdi>
        </span>
        {refund.state === 'requested' ? (
          <span className="text-caption text-warning">
            {t('refunds.answer-by', { when: format.dateTime(refund.answerBy) })}
          </span>
        ) : null}
      </a>
    </div>
  )
}
