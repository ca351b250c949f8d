import type { ResponseBody, listListings } from '@quayside/contract'
import { SegmentTabs } from '@quayside/ui'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { shelfTabs, type ShelfTab } from './useListings.ts'

export function ShelfTabs({
  value,
  onChange,
  counts,
  counting,
}: {
  value: ShelfTab
  onChange: (tab: ShelfTab) => void
  counts: ResponseBody<typeof listListings>['counts'] | undefined
  counting: boolean
}) {
  const t = useT()
  const format = useFormat()
  const words = {
    all: t('products.all'),
    'on-shelf': t('products.on-shelf'),
    'off-shelf': t('products.off-shelf'),
    recommended: t('products.recommended'),
  }
  const count = {
    all: counts?.all,
    'on-shelf': counts?.onShelf,
    'off-shelf': counts?.offShelf,
    recommended: counts?.recommended,
  }
  return (
    <SegmentTabs
      label={t('products.tabs')}
      counting={counting}
      value={value}
      onChange={onChange}
      items={shelfTabs.map((key) => ({
        key,
        label: words[key],
        ...(count[key] ? { count: format.number(count[key]) } : {}),
      }))}
    />
  )
}
