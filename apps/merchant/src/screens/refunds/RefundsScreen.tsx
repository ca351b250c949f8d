import { useApiInfiniteQuery } from '@quayside/client'
import { refundOrders, refundStates, type ResponseBody } from '@quayside/contract'
import { EmptyState, forgetScrollPosition, Money, Page, Parcel, Picture, SegmentTabs } from '@quayside/ui'
import { pageSize } from '../../constants.ts'
import { PagedBoundary } from '../../components/PagedBoundary.tsx'
import { PagedList } from '../../components/PagedList.tsx'
import { TimeLeft } from '../../components/TimeLeft.tsx'
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
          { key: 'all' as const, label: t('refunds.all') },
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
              news="refunds.new"
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
    <div className="pb-2">
      <a
        href={link(paths.refundDetail, { id: refund.id })}
        className="flex min-h-19 items-center gap-3 rounded-card border border-border bg-surface px-3 py-2.5 text-foreground no-underline active:bg-raised"
      >
        <Picture src={refund.order.picture} alt="" size={56} />
        <span className="flex min-w-0 flex-1 flex-col">
          <span className="row-between flex-nowrap!">
            <span className="line-clamp-1 min-w-0 flex-1 text-small font-semibold">
              <bdi>{refund.order.title}</bdi>
            </span>
            <Money value={refund.amount} className="shrink-0 text-small font-semibold" />
          </span>
          <span className="line-clamp-1 text-caption text-muted">
            {t(`refunds.reason.${refund.reason}`)} · <bdi>{refund.code}</bdi> ·{' '}
            <time dateTime={refund.requestedAt}>{format.ago(refund.requestedAt)}</time>
          </span>
          <span className="row-between items-center gap-y-0!">
            <RefundStatus state={refund.state} />
            {refund.state === 'requested' ? (
              <TimeLeft at={refund.answerBy} label={(when) => t('refunds.answer-by', { when })} />
            ) : null}
          </span>
        </span>
      </a>
    </div>
  )
}
