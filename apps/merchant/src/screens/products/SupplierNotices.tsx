import { useApiMutation, useApiQuery } from '@quayside/client'
import { answerNotices, supplierNotices, type ResponseBody, type RequestBody } from '@quayside/contract'
import { Button, Card, Money, StatusChip } from '@quayside/ui'
import { MoveRight } from 'lucide-react'
import { useState } from 'react'
import { AmountRow } from '../../components/AmountRow.tsx'
import { MutationError } from '../../components/MutationError.tsx'
import { link, paths } from '../../paths.ts'
import { isNegative } from '../../lib/amounts.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { useUndoListings } from '../../hooks/useUndoListings.ts'
import { RefusedListings } from './RefusedListings.tsx'

type Notice = ResponseBody<typeof supplierNotices>['list'][number]
type Act = RequestBody<typeof answerNotices>['act']

/** The changes of suppliers that the merchant has not answered, with actions. Nothing if there are none. */
export function SupplierNotices() {
  const t = useT()
  const format = useFormat()
  const [whole, setWhole] = useState(false)
  const [refused, setRefused] = useState<ResponseBody<typeof answerNotices>['refused']>([])
  const { data } = useApiQuery(supplierNotices, { limit: whole ? 100 : 1 })
  const answer = useApiMutation(answerNotices)
  const showUndo = useUndoListings()
  if (!data || (data.total === 0 && refused.length === 0)) return null

  const say = async (notices: 'all' | string[], act: Act) => {
    // The newest notice is first: later changes were not on the screen and stay unanswered.
    const done = await answer.mutate({ notices, until: data.list[0]!.at, act })
    if (done) {
      setRefused(done.refused)
      showUndo(act === 'keep' ? t('notices.kept') : t('products.changed', { n: done.changed }), done.undo)
    }
  }

  return (
    <Card className="flex flex-col gap-2" aria-label={t('notices.title', { n: data.total })}>
      <h2 className="font-semibold">{t('notices.title', { n: data.total })}</h2>
      <RefusedListings refused={refused} />
      <ul className="flex flex-col gap-2">
        {data.list.map((notice) => (
          <li key={notice.id} className="flex flex-col gap-1 border-t border-border pt-1">
            <OneNotice notice={notice} />
            <div className="-mx-2 flex flex-wrap *:px-2!">
              {repricing(notice) ? (
                <Button
                  variant="quiet"
                  aria-label={t('common.named', {
                    label: t('notices.reprice', { price: format.money(notice.byRule.price) }),
                    value: notice.name,
                  })}
                  onClick={() => void say([notice.id], 'reprice')}
                >
                  {t('notices.reprice', { price: format.money(notice.byRule.price) })}
                </Button>
              ) : null}
              <Button
                variant="quiet"
                aria-label={t('common.named', { label: t('notices.keep'), value: notice.name })}
                onClick={() => void say([notice.id], 'keep')}
              >
                {t('notices.keep')}
              </Button>
              {notice.shelf === 'on-shelf' ? (
                <Button
                  variant="quiet"
                  aria-label={t('common.named', { label: t('products.take-off'), value: notice.name })}
                  onClick={() => void say([notice.id], 'take-off')}
                >
                  {t('products.take-off')}
                </Button>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
      <MutationError mutation={answer} />
      {data.total > 1 ? (
        <div className="-mx-2 flex flex-wrap border-t border-border pt-1 *:px-2!">
          {whole || data.total <= data.list.length ? null : (
            <Button variant="quiet" onClick={() => setWhole(true)}>
              {t('notices.show-all', { n: format.number(data.total) })}
            </Button>
          )}
          <Button variant="quiet" onClick={() => void say('all', 'reprice')}>
            {t('notices.reprice-all')}
          </Button>
          <Button variant="quiet" onClick={() => void say('all', 'keep')}>
            {t('notices.keep-all')}
          </Button>
        </div>
      ) : null}
    </Card>
  )
}

/** Whether the rule gives another price, or brings the product back on the shelf. */
const repricing = ({ withdrawn, byRule, sellingPrice, takenOff, shelf }: Notice): boolean =>
  !withdrawn &&
  !isNegative(byRule.profit) &&
  (byRule.price !== sellingPrice || (takenOff !== null && shelf === 'off-shelf'))

/** One notice: the change of price, profit or stock, and its effect. */
function OneNotice({ notice }: { notice: Notice }) {
  const t = useT()
  const format = useFormat()
  const soldOut = notice.stock.after === 0
  const moved = (before: string, after: string) => (
    <>
      <Money value={before} className="text-muted" />{' '}
      <MoveRight aria-hidden className="inline size-3.5 rtl:-scale-x-100" />{' '}
      <Money value={after} className={isNegative(after) ? 'font-semibold text-danger' : 'font-semibold'} />
    </>
  )
  return (
    <>
      <p>
        <a
          href={link(paths.listing, { id: notice.listingId })}
          className="inline-flex min-h-12 items-center font-semibold text-foreground"
        >
          <bdi>{notice.name}</bdi>
        </a>{' '}
        <span className="text-caption text-muted">{format.ago(notice.at)}</span>
      </p>
      <dl className="flex flex-col gap-1">
        {notice.purchasePrice.before === notice.purchasePrice.after ? null : (
          <>
            <AmountRow label={t('products.cost')}>
              {moved(notice.purchasePrice.before, notice.purchasePrice.after)}
            </AmountRow>
            <AmountRow label={t('products.profit')}>{moved(notice.profit.before, notice.profit.after)}</AmountRow>
          </>
        )}
      </dl>
      <p className="flex flex-wrap gap-2 empty:hidden">
        {notice.withdrawn ? (
          <StatusChip tone="warning">{t('products.off.withdrawn')}</StatusChip>
        ) : notice.takenOff === 'at-loss' && notice.shelf === 'off-shelf' ? (
          <StatusChip tone="warning">{t('products.off.at-loss')}</StatusChip>
        ) : null}
        {soldOut !== (notice.stock.before === 0) || (notice.takenOff === 'withdrawn' && !notice.withdrawn) ? (
          <StatusChip tone={soldOut ? 'warning' : 'success'}>
            {t(soldOut ? 'notices.sold-out' : 'notices.back')}
          </StatusChip>
        ) : null}
      </p>
    </>
  )
}
