import { useApiQuery } from '@quayside/client'
import { listCategories, shopCategories } from '@quayside/contract'
import { SelectPill } from '@quayside/ui'
import { useT } from '../../lib/i18n.tsx'

/** Filters by category: one of the shop, or one of the distribution center. */
export function CategoryFilter({
  own,
  center,
  onChange,
}: {
  own: string | undefined
  center: string | undefined
  onChange: (chosen: { own?: string; center?: string }) => void
}) {
  const t = useT()
  const mine = useApiQuery(shopCategories, {})
  const theirs = useApiQuery(listCategories, {})
  const named = (own ? mine.data?.list : theirs.data?.list)?.find(({ id }) => id === (own ?? center))?.name
  return (
    <SelectPill
      label={t('products.category')}
      shown={own === 'none' ? t('products.category.none') : (named ?? t('products.all-categories'))}
      chosen={own !== undefined || center !== undefined}
      value={own ? `own ${own}` : center ? `center ${center}` : ''}
      onChange={(event) => {
        const [kind, id] = event.target.value.split(' ')
        onChange(kind && id ? { [kind]: id } : {})
      }}
    >
      <option value="">{t('products.all-categories')}</option>
      {mine.data && mine.data.list.length > 0 ? (
        <optgroup label={t('products.category.mine')}>
          {mine.data.list.map((category) => (
            <option key={category.id} value={`own ${category.id}`}>
              {category.name}
            </option>
          ))}
          <option value="own none">{t('products.category.none')}</option>
        </optgroup>
      ) : null}
      <optgroup label={t('dist.title')}>
        {(theirs.data?.list ?? []).map((category) => (
          <option key={category.id} value={`center ${category.id}`}>
            {category.name}
          </option>
        ))}
      </optgroup>
    </SelectPill>
  )
}
