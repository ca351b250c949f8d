import type { ShopsPage as Shops } from '@quayside/contract/storefront-pages'
import { Document } from '../layout/Document.tsx'
import type { PageKit } from '../lib/page.ts'
import { Paging } from '../parts/Paging.tsx'
import { ShopCards } from '../parts/ShopCards.tsx'

/** Every open shop, by name. */
export function ShopsPage({ kit, page }: { kit: PageKit; page: Shops }) {
  const { t } = kit
  const title = t('store.home')
  return (
    <Document kit={kit} head={{ title, description: t('store.front.lead') }}>
      <div className="flex flex-col gap-1">
        <h1 className="text-display font-semibold">{title}</h1>
        <p className="text-muted">{t(page.shops.length > 0 ? 'store.shops.order' : 'store.front.empty')}</p>
      </div>
      <ShopCards kit={kit} shops={page.shops} />
      <Paging
        kit={kit}
        number={page.number}
        pages={page.pages}
        address={(n) => kit.to(`/shops${n > 1 ? `?page=${n}` : ''}`)}
      />
    </Document>
  )
}
