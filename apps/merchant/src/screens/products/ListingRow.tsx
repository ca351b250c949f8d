import type { ResponseBody, listListings } from '@quayside/contract'
import { Money, Picture } from '@quayside/ui'
import { Star } from 'lucide-react'
import { SelectableRow } from '../../components/SelectableRow.tsx'
import { link, paths } from '../../paths.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'

export type Listing = ResponseBody<typeof listListings>['list'][number]

/** One product of the shop: stock and sales, or the reason if it is off the shelf; price, and profit of one piece. */
export function ListingRow({
  listing,
  selecting = false,
  selected = false,
  onSelect,
}: {
  listing: Listing
  selecting?: boolean
  selected?: boolean
  /** A long press outside selection mode calls it, too. */
  onSelect: (id: string, on: boolean) => void
}) {
  const t = useT()
  const format = useFormat()
  return (
    <SelectableRow
      id={listing.id}
      name={listing.name}
      href={link(paths.listing, { id: listing.id })}
      selecting={selecting}
      selected={selected}
      onSelect={onSelect}
      onLongPress={(id) => onSelect(id, true)}
    >
      <Picture src={listing.picture} alt="" size={48} />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="line-clamp-1">
          {listing.recommended ? (
            <Star aria-label={t('products.recommended')} className="me-1 inline size-4 fill-(--primary) text-primary" />
          ) : null}
          <bdi>{listing.name}</bdi>
        </span>
        {listing.offReason ? (
          <span
            className={`line-clamp-1 text-small ${listing.offReason === 'merchant' ? 'text-muted' : 'text-warning'}`}
          >
            {t(`products.off.${listing.offReason}`)}
          </span>
        ) : (
          <span className="line-clamp-1 text-small text-muted">
            {t('products.stock')} {format.number(listing.stock)} · {t('products.sales')} {format.number(listing.sales)}
          </span>
        )}
      </span>
      <span className="flex shrink-0 flex-col items-end">
        <Money value={listing.sellingPrice} className="font-semibold" />
        <span className="text-small text-success">
          <span className="sr-only">{t('products.profit')} </span>
          <Money value={listing.profit} sign />
        </span>
      </span>
    </SelectableRow>
  )
}
