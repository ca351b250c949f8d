import { useApiInfiniteQuery, useApiMutation } from '@quayside/client'
import { listCoupons, stopCoupon, type ResponseBody } from '@quayside/contract'
import { Bottle, Button, Card, ConfirmDialog, EmptyState, Page, StatusChip, toast } from '@quayside/ui'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { MutationError } from '../../components/MutationError.tsx'
import { OnlineButton } from '../../components/OnlineButton.tsx'
import { PagedBoundary } from '../../components/PagedBoundary.tsx'
import { PagedList } from '../../components/PagedList.tsx'
import { WhileOpen } from '../../components/WhileOpen.tsx'
import { pageSize } from '../../constants.ts'
import { useBack } from '../../hooks/useBack.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { paths } from '../../paths.ts'
import { NewCouponSheet } from './NewCouponSheet.tsx'

type Coupon = ResponseBody<typeof listCoupons>['list'][number]

/** The coupons of the shop: what each takes off, how often it was used, and what it cost the shop so far. */
export function CouponsScreen() {
  const t = useT()
  const back = useBack(paths.my)
  const coupons = useApiInfiniteQuery(listCoupons, { limit: pageSize })
  const stop = useApiMutation(stopCoupon)
  const [open, setOpen] = useState<'new' | Coupon | null>(null)
  const close = () => setOpen(null)
  const stopping = open !== null && open !== 'new' ? open : null
  const stopOne = async ({ id }: Coupon) => {
    const done = await stop.mutate({ id })
    close()
    if (done) toast(t('shop.coupons.stopped'))
  }
  return (
    <Page
      title={t('shop.coupons')}
      onBack={back}
      footer={
        <WhileOpen>
          <OnlineButton wide icon={<Plus aria-hidden />} onClick={() => setOpen('new')}>
            {t('shop.coupons.create')}
          </OnlineButton>
        </WhileOpen>
      }
    >
      <MutationError mutation={stop} />
      <PagedBoundary query={coupons}>
        {() =>
          coupons.rows.length === 0 ? (
            <EmptyState scene={<Bottle />} title={t('shop.coupons.empty')} text={t('shop.coupons.text')} />
          ) : (
            <PagedList
              query={coupons}
              scrollKey="coupons"
              render={(coupon) => <CouponCard coupon={coupon} onStop={() => setOpen(coupon)} />}
            />
          )
        }
      </PagedBoundary>
      {open === 'new' ? <NewCouponSheet onClose={close} /> : null}
      <ConfirmDialog
        open={stopping !== null}
        onOpenChange={close}
        title={stopping ? t('shop.coupons.stop.sure', { code: stopping.code }) : ''}
        text={t('shop.coupons.stop.text')}
        confirm={t('shop.coupons.stop')}
        cancel={t('common.cancel')}
        danger
        busy={stop.isPending}
        onConfirm={() => void (stopping ? stopOne(stopping) : undefined)}
      />
    </Page>
  )
}

function CouponCard({ coupon, onStop }: { coupon: Coupon; onStop: () => void }) {
  const t = useT()
  const format = useFormat()
  const named = (label: string, value: string) => t('common.named', { label, value })
  const idle = coupon.idle === 'proposed' ? null : coupon.idle
  const used = format.number(coupon.used)
  return (
    <div className="pb-3">
      <Card className="flex flex-col gap-1">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 className="font-semibold">
            <bdi dir="ltr" className="font-mono break-all">
              {coupon.code}
            </bdi>
          </h2>
          <StatusChip tone={idle === null ? 'success' : 'neutral'}>
            {t(`shop.coupons.state.${idle ?? 'active'}`)}
          </StatusChip>
        </div>
        <p>
          {t('shop.coupons.off', {
            value: coupon.amount === null ? format.percent(coupon.percent! * 100) : format.money(coupon.amount),
          })}
          {' · '}
          {coupon.listings.length === 0
            ? t('shop.coupons.all')
            : named(t('shop.coupons.some'), format.number(coupon.listings.length))}
        </p>
        <p className="text-small text-muted empty:hidden">
          {[
            coupon.minimum === '0.00' ? [] : named(t('shop.coupons.minimum'), format.money(coupon.minimum)),
            coupon.idle === 'not-yet' ? named(t('common.from'), format.date(coupon.from)) : [],
            coupon.until ? t('integrations.keys.until', { date: format.date(coupon.until) }) : [],
          ]
            .flat()
            .join(' · ')}
        </p>
        <p className="text-small">
          {named(t('shop.coupons.used'), coupon.uses === null ? used : `${used} / ${format.number(coupon.uses)}`)}
          {' · '}
          {named(t('shop.coupons.cost'), format.money(coupon.spent))}
        </p>
        {coupon.state === 'active' ? (
          <Button
            variant="quiet"
            className="-ms-4 self-start"
            aria-label={named(t('shop.coupons.stop'), coupon.code)}
            onClick={onStop}
          >
            {t('shop.coupons.stop')}
          </Button>
        ) : null}
      </Card>
    </div>
  )
}
