import { useApiInfiniteQuery } from '@quayside/client'
import { refundOrders, refundStates, type ResponseBody } from '@quayside/contract'
import { EmptyState, forgetScrollPosition, Money, Page, Parcel, Picture, SegmentTabs } from '@quayside/ui'
import { pageSize } from '../../constants.ts'
import { PagedBoundary } from '../../components/PagedBoundary.tsx'
import { PagedList } from '../../components/PagedList.tsx'
import { rowLook } from '../../components/SelectableRow.tsx'
import { TimeLeft } from '../../components/TimeLeft.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { link, paths } from '../../paths.ts'
import { navigate, useSearchParams } from '../../router.ts'
import { firstName } from '../../lib/first-name.ts'
import { useT } from '../../lib/i18n.tsx'

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
              render={(refund) => <RefundRow refund={refund} mixed={state === undefined} />}
            />
          )
        }
      </PagedBoundary>
    </Page>
  )
}

/** One refund order: product, buyer and reason, and what the buyer gets. In lists of several states also its state. */
function RefundRow({ refund, mixed }: { refund: ResponseBody<typeof refundOrders>['list'][number]; mixed: boolean }) {
  const t = useT()
  const asked = refund.state === 'requested'
  return (
    <div className="-mx-4 flex border-b border-border">
      <a href={link(paths.refundDetail, { id: refund.id })} className={`${rowLook} active:bg-raised`}>
        <Picture src={refund.order.picture} alt="" size={48} />
        <span className="flex min-w-0 flex-1 flex-col">
          <span className="line-clamp-1">
            <bdi>{refund.order.title}</bdi>
          </span>
          <span className="line-clamp-1 text-small text-muted">
            <bdi>{firstName(refund.buyer)}</bdi> · {t(`refunds.reason.${refund.reason}`)}
          </span>
        </span>
        <span className="flex shrink-0 flex-col items-end">
          <span>
            <span className="sr-only">{t('refunds.pays.buyer')} </span>
            <Money value={refund.buyerGets} className="font-semibold" />
          </span>
          {asked ? (
            <TimeLeft at={refund.answerBy} label={(when) => t('refunds.answer-by', { when })} />
          ) : mixed ? (
            <span className="text-caption text-muted">{t(`refunds.state.${refund.state}`)}</span>
          ) : null}
        </span>
      </a>
    </div>
  )
}
