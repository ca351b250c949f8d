import { useRead } from '@quayside/client'
import { readShop } from '@quayside/contract'
import { Page } from '@quayside/ui'
import { Reading } from '../../parts/Reading.tsx'
import { useBack } from '../../parts/useBack.ts'
import { paths } from '../../paths.ts'
import { useT } from '../../words.tsx'
import { BannerField } from './BannerField.tsx'
import { FrontPreview } from './FrontPreview.tsx'

/** The banners of the shop, and how buyers see them together. */
export function BannersScreen() {
  const t = useT()
  const back = useBack(paths.setting)
  const shop = useRead(readShop, {})
  return (
    <Page title={t('shop.banners')} onBack={back} backLabel={t('common.back')}>
      <Reading of={shop}>
        {(set) => (
          <>
            <FrontPreview shop={set} />
            <BannerField kind="store" banners={set.banners.store} />
            <BannerField kind="advertisement" banners={set.banners.advertisement} />
          </>
        )}
      </Reading>
    </Page>
  )
}
