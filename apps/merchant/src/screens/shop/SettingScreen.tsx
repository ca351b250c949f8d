import { useApiQuery } from '@quayside/client'
import { bannerKinds, readShop } from '@quayside/contract'
import { ListRow, Page, Picture, PlainButton } from '@quayside/ui'
import { ChevronRight, Clock, Images, Map, MapPin, Percent, Store } from 'lucide-react'
import { useState } from 'react'
import { DeviceRows } from '../../components/DeviceRows.tsx'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { RowGroup } from '../../components/RowGroup.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { link, paths } from '../../paths.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { RuleSheet } from '../distribution/RuleSheet.tsx'
import { NameSheet } from './NameSheet.tsx'
import { TimeZoneSheet } from './TimeZoneSheet.tsx'

/** The settings of the shop: its appearance to buyers, its time zone and its pricing rule. */
export function SettingScreen() {
  const t = useT()
  const format = useFormat()
  const back = useBack(paths.my)
  const shop = useApiQuery(readShop, {})
  const [open, setOpen] = useState<'name' | 'zone' | 'rule' | null>(null)
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
            <RowGroup title={t('shop.front')}>
              <ListRow
                href={link(paths.baseInfo)}
                icon={<Store />}
                title={t('shop.basic')}
                detail={t('shop.basic.text')}
              />
              <ListRow
                href={link(paths.banners)}
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
            <RowGroup title={t('shop.device')}>
              <DeviceRows />
            </RowGroup>
            {open === 'name' ? <NameSheet shop={set} onClose={close} /> : null}
            {open === 'zone' ? <TimeZoneSheet chosen={set.timeZone} onClose={close} /> : null}
            {open === 'rule' ? <RuleSheet onClose={close} /> : null}
          </>
        )}
      </QueryBoundary>
    </Page>
  )
}
