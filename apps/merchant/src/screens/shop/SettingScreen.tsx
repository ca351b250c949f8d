import { useApiQuery } from '@quayside/client'
import { bannerKinds, readShop, supportConversation, unreadOrderTalks } from '@quayside/contract'
import { ListRow, Page, Picture, PlainButton, Rows } from '@quayside/ui'
import {
  ChevronRight,
  Clock,
  ExternalLink,
  Headset,
  Images,
  Map,
  MapPin,
  MessageCircle,
  Percent,
  QrCode,
  Star,
  Store,
  TicketPercent,
} from 'lucide-react'
import { useState } from 'react'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { RowGroup } from '../../components/RowGroup.tsx'
import { Unread } from '../../components/Unread.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { link, paths } from '../../paths.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { RuleSheet } from '../distribution/RuleSheet.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { NameSheet } from './NameSheet.tsx'
import { ShopLink } from './ShopLink.tsx'
import { TimeZoneSheet } from './TimeZoneSheet.tsx'

/** The shop: who talks and judges, how buyers see it, its time zone and its pricing rule. */
export function SettingScreen() {
  const t = useT()
  const format = useFormat()
  const back = useBack(paths.my)
  const shop = useApiQuery(readShop, {})
  const asked = useApiQuery(unreadOrderTalks, {}).data?.unread ?? 0
  const answers = useApiQuery(supportConversation, { limit: 1 }).data?.unread ?? 0
  const [open, setOpen] = useState<'name' | 'zone' | 'rule' | 'link' | null>(null)
  const close = () => setOpen(null)

  return (
    <Page title={t('shop.title')} onBack={back}>
      <QueryBoundary query={shop}>
        {(set) => (
          <>
            <PlainButton
              className="flex items-center gap-3 rounded-card text-start active:bg-raised"
              onClick={() => setOpen('name')}
            >
              <Picture src={set.logo} alt="" size={64} className="rounded-card" />
              <span className="min-w-0 flex-1">
                <span className="line-clamp-2 text-section font-semibold" dir="auto">
                  {set.name}
                </span>
                <span className="block text-small text-muted">{t('shop.name-logo')}</span>
              </span>
              <ChevronRight aria-hidden className="mirror size-5 shrink-0 text-muted" />
            </PlainButton>
            <Rows>
              <ListRow href={set.url} icon={<ExternalLink />} title={t('shop.view')} />
              <ListRow onClick={() => setOpen('link')} icon={<QrCode />} title={t('shop.link')} />
            </Rows>
            <FirstSteps shop={set} onRule={() => setOpen('rule')} />
            <Rows>
              <ListRow
                href={link(paths.buyerTalks)}
                icon={<MessageCircle />}
                title={t('orders.talk.all')}
                end={<Unread n={asked} />}
              />
              <ListRow href={link(paths.reviews)} icon={<Star />} title={t('reviews.title')} />
              <ListRow href={link(paths.coupons)} icon={<TicketPercent />} title={t('shop.coupons')} />
              <ListRow
                href={link(paths.service)}
                icon={<Headset />}
                title={t('my.service')}
                end={<Unread n={answers} />}
              />
            </Rows>
            <RowGroup title={t('shop.front')}>
              <ListRow
                href={link(paths.setting, { part: 'basic' })}
                icon={<Store />}
                title={t('shop.basic')}
                detail={t('shop.basic.text')}
              />
              <ListRow
                href={link(paths.setting, { part: 'banners' })}
                icon={<Images />}
                title={t('shop.banners')}
                end={format.number(bannerKinds.reduce((n, kind) => n + set.banners[kind].length, 0))}
              />
              <ListRow
                href={link(paths.chooseLocation, { for: 'shop' })}
                icon={<MapPin />}
                title={t('register.address')}
                detail={set.address ? <bdi>{set.address}</bdi> : t('shop.none')}
              />
              {set.point ? (
                <ListRow
                  href={link(paths.openLocation, { ...set.point, address: set.address ?? '' })}
                  icon={<Map />}
                  title={t('places.open')}
                />
              ) : null}
            </RowGroup>
            <RowGroup title={t('shop.counting')}>
              <ListRow
                onClick={() => setOpen('zone')}
                icon={<Clock />}
                title={t('shop.zone')}
                detail={t('shop.zone.text')}
                end={<bdi>{set.timeZone.replaceAll('_', ' ')}</bdi>}
              />
              <ListRow onClick={() => setOpen('rule')} icon={<Percent />} title={t('dist.rule')} />
            </RowGroup>
            {open === 'name' ? <NameSheet shop={set} onClose={close} /> : null}
            {open === 'zone' ? <TimeZoneSheet chosen={set.timeZone} onClose={close} /> : null}
            {open === 'link' ? <ShopLink url={set.url} name={set.name} onClose={close} /> : null}
            {open === 'rule' ? <RuleSheet onClose={close} /> : null}
          </>
        )}
      </QueryBoundary>
    </Page>
  )
}
