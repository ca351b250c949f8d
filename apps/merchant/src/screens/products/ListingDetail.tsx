import { useApiMutation, useApiQuery } from '@quayside/client'
import {
  changeListing,
  changeListings,
  shopCategories,
  type ResponseBody,
  type listingDetail,
} from '@quayside/contract'
import { Button, Card, Stat, Stats, SelectField, StatusChip, Switch } from '@quayside/ui'
import { useState } from 'react'
import { Method } from '../../components/Method.tsx'
import { MutationError } from '../../components/MutationError.tsx'
import { WhileOpen } from '../../components/WhileOpen.tsx'
import { link, paths } from '../../paths.ts'
import { useFormat, useI18n, useT } from '../../lib/i18n.tsx'
import { useUndoListings } from '../../hooks/useUndoListings.ts'
import { PriceForm } from './PriceForm.tsx'
import { ProductPictures } from './ProductPictures.tsx'
import { RefusedListings } from './RefusedListings.tsx'
import { Variants } from './Variants.tsx'

/** A product of the shop: its figures, and the controls for price, category, shelf and recommendation. */
export function ListingDetail({ listing }: { listing: ResponseBody<typeof listingDetail> }) {
  const t = useT()
  const { lang } = useI18n()
  const format = useFormat()
  const [refused, setRefused] = useState<ResponseBody<typeof changeListings>['refused']>([])
  const categories = useApiQuery(shopCategories, {})
  const change = useApiMutation(changeListing)
  const shelf = useApiMutation(changeListings)
  const showUndo = useUndoListings()
  // An age fits where a date would need a preposition.
  const age = format.age(listing.addedAt)
  const added = age
    ? t('products.added', { when: age })
    : t('products.added-on', { date: format.date(listing.addedAt) })

  const move = async () => {
    const to = listing.shelf === 'on-shelf' ? 'off-shelf' : 'on-shelf'
    const done = await shelf.mutate({ selection: { ids: [listing.id] }, change: { shelf: to } })
    setRefused(done?.refused ?? [])
    if (done?.changed)
      showUndo(t(to === 'on-shelf' ? 'products.put-on.done' : 'products.take-off.done', { n: 1 }), done.undo)
  }
  const set = (part: { recommended?: boolean; shopCategoryId?: string | null }) =>
    void change.mutate({ id: listing.id, ...part })

  return (
    <>
      <ProductPictures name={listing.name} pictures={listing.pictures} />
      <div className="flex flex-col gap-1">
        <div className="flex items-start justify-between gap-2">
          <h2 className="text-section font-semibold" dir="auto">
            {listing.name}
          </h2>
          <Method>
            <p>{t('products.figures.text')}</p>
          </Method>
        </div>
        {listing.textLanguage === lang ? null : <p className="text-small text-muted">{t('products.text-english')}</p>}
        <p className="text-small text-muted">
          {listing.category} · <bdi>{listing.code}</bdi> · {added}
        </p>
        <div>
          {listing.offReason ? (
            <StatusChip tone={listing.offReason === 'merchant' ? 'neutral' : 'warning'}>
              {t(`products.off.${listing.offReason}`)}
            </StatusChip>
          ) : (
            <StatusChip tone="success">{t('products.on-shelf')}</StatusChip>
          )}
        </div>
      </div>
      <Card>
        <Stats>
          {(['views', 'clicks', 'sales', 'stock'] as const).map((figure) => (
            <Stat key={figure} label={t(`products.${figure}`)}>
              {format.number(listing[figure])}
            </Stat>
          ))}
        </Stats>
      </Card>
      <Card>
        <PriceForm listing={listing} />
      </Card>
      <Card className="flex flex-col gap-2">
        <SelectField
          label={t('products.category')}
          value={listing.shopCategoryId ?? ''}
          disabled={change.isPending}
          hint={
            <a href={link(paths.categories)} className="inline-flex min-h-12 items-center font-semibold">
              {t('categories.title')}
            </a>
          }
          onChange={(event) => set({ shopCategoryId: event.target.value || null })}
        >
          <option value="">{t('products.category.none')}</option>
          {(categories.data?.list ?? []).map((category) => (
            <option key={category.id} value={category.id}>
              {category.name}
            </option>
          ))}
        </SelectField>
        <Switch
          label={t('products.recommend')}
          checked={listing.recommended}
          disabled={change.isPending}
          onChange={(event) => set({ recommended: event.target.checked })}
        />
        <MutationError mutation={change} />
      </Card>
      <Variants list={listing.variantList} />
      {listing.description ? (
        <Card>
          <h3 className="pb-1 font-semibold">{t('products.description')}</h3>
          <p dir="auto">{listing.description}</p>
        </Card>
      ) : null}
      <RefusedListings refused={refused} />
      <MutationError mutation={shelf} />
      <WhileOpen>
        <Button
          variant={listing.shelf === 'on-shelf' ? 'secondary' : 'primary'}
          wide
          busy={shelf.isPending}
          onClick={() => void move()}
        >
          {listing.shelf === 'on-shelf' ? t('products.take-off') : t('products.put-on')}
        </Button>
      </WhileOpen>
    </>
  )
}
