import { useApiQuery } from '@quayside/client'
import { readShop } from '@quayside/contract'
import { Page } from '@quayside/ui'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { WhileOpen } from '../../components/WhileOpen.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { paths } from '../../paths.ts'
import { useT } from '../../lib/i18n.tsx'
import { BannerField } from './BannerField.tsx'
import { FrontPreview } from './FrontPreview.tsx'

/** The banners of the shop, with a preview of the shop front. */
export function BannersScreen() {
  const t = useT()
  const back = useBack(paths.setting)
  const shop = useApiQuery(readShop, {})
  return (
    <Page title={t('shop.banners')} onBack={back}>
      <QueryBoundary query={shop}>
        {(set) => (
          <>
            <WhileOpen>{null}</WhileOpen>
            <FrontPreview shop={set} />
            <BannerField kind="store" banners={set.banners.store} />
            <BannerField kind="advertisement" banners={set.banners.advertisement} />
          </>
        )}
      </QueryBoundary>
    </Page>
  )
}
