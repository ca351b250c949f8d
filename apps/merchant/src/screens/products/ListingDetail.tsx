import { useAct, useRead } from '@quayside/client'
import { changeListing, changeListings, shopCategories, type Answer, type listingDetail } from '@quayside/contract'
import { Button, Card, Figure, Figures, Picture, SelectField, StatusChip, Switch } from '@quayside/ui'
import { useState } from 'react'
import { ActProblem } from '../../parts/Reading.tsx'
import { refreshListings, useUndo } from '../../parts/useUndo.ts'
import { link, paths } from '../../paths.ts'
import { useFormat, useT } from '../../words.tsx'
import { PriceForm } from './PriceForm.tsx'
import { RefusedListings } from './RefusedListings.tsx'

/** A product of the shop: its figures, and its price, category, shelf and recommendation to change. */
export function ListingDetail({ listing }: { listing: Answer<typeof listingDetail> }) {
  const t = useT()
  const format = useFormat()
  const [refused, setRefused] = useState<Answer<typeof changeListings>['refused']>([])
  const categories = useRead(shopCategories, {})
  const change = useAct(changeListing)
  const shelf = useAct(changeListings)
  const moved = useUndo()

  const move = async () => {
    const to = listing.shelf === 'on-shelf' ? 'off-shelf' : 'on-shelf'
    const done = await shelf.act({ selection: { ids: [listing.id] }, change: { shelf: to } })
    setRefused(done?.refused ?? [])
    if (done?.changed)
      moved(t(to === 'on-shelf' ? 'products.put-on.done' : 'products.take-off.done', { n: 1 }), done.undo)
    await refreshListings()
  }
  const set = (part: { recommended?: boolean; shopCategoryId?: string | null }) =>
    void change.act({ id: listing.id, ...part }).then(refreshListings)

  return (
    <>
      <Picture src={listing.picture} alt={listing.name} size={260} className="self-center rounded-card" />
      <div className="flex flex-col gap-1">
        <h2 className="text-section font-semibold" dir="auto">
          {listing.name}
        </h2>
        <p className="text-small text-muted">
          {listing.category} · <bdi>{listing.code}</bdi> · {t('products.added', { when: format.ago(listing.addedAt) })}
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
        <Figures>
          {(['views', 'clicks', 'sales', 'stock'] as const).map((figure) => (
            <Figure key={figure} label={t(`products.${figure}`)}>
              {format.number(listing[figure])}
            </Figure>
          ))}
        </Figures>
        <p className="pt-2 text-caption text-muted">{t('products.figures.text')}</p>
      </Card>
      <Card>
        <PriceForm listing={listing} />
      </Card>
      <Card className="flex flex-col gap-2">
        <SelectField
          label={t('products.category')}
          value={listing.shopCategoryId ?? ''}
          disabled={change.busy}
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
          disabled={change.busy}
          onChange={(event) => set({ recommended: event.target.checked })}
        />
        <ActProblem of={change} />
      </Card>
      {listing.description ? (
        <Card>
          <h3 className="pb-1 font-semibold">{t('products.description')}</h3>
          <p dir="auto">{listing.description}</p>
        </Card>
      ) : null}
      <RefusedListings of={refused} />
      <ActProblem of={shelf} />
      <Button
        variant={listing.shelf === 'on-shelf' ? 'secondary' : 'primary'}
        wide
        busy={shelf.busy}
        onClick={() => void move()}
      >
        {listing.shelf === 'on-shelf' ? t('products.take-off') : t('products.put-on')}
      </Button>
    </>
  )
}
