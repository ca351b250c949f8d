import { useApiQuery } from '@quayside/client'
import { bannerKinds, listListings, type ResponseBody, type readShop } from '@quayside/contract'
import { ListRow } from '@quayside/ui'
import { CircleCheck, Images, Percent, ShoppingBag } from 'lucide-react'
import { RowGroup } from '../../components/RowGroup.tsx'
import { useT } from '../../lib/i18n.tsx'
import { link, paths } from '../../paths.ts'

/** What a new shop lacks: products, a price for them, and a banner. Nothing once it has both of them. */
export function FirstSteps({ shop, onRule }: { shop: ResponseBody<typeof readShop>; onRule: () => void }) {
  const t = useT()
  const products = useApiQuery(listListings, { limit: 1 }).data?.counts.all
  const hasBanner = bannerKinds.some((kind) => shop.banners[kind].length > 0)
  if (products === undefined || (products > 0 && hasBanner)) return null
  const done = <CircleCheck className="text-success" />
  return (
    <RowGroup title={t('shop.first')}>
      <ListRow onClick={onRule} icon={<Percent />} title={t('dist.rule')} />
      <ListRow href={link(paths.distribution)} icon={products > 0 ? done : <ShoppingBag />} title={t('dist.title')} />
      <ListRow
        href={link(paths.setting, { part: 'banners' })}
        icon={hasBanner ? done : <Images />}
        title={t('shop.banners')}
      />
    </RowGroup>
  )
}
