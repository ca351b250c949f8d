import type { ResponseBody, listListings } from '@quayside/contract'
import { Money, Picture, StatusChip } from '@quayside/ui'
import { Star } from 'lucide-react'
import { SelectableRow } from '../../components/SelectableRow.tsx'
import { link, paths } from '../../paths.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'

export type Listing = ResponseBody<typeof listListings>['list'][number]

/** One product of the shop: price, profit of one piece, stock, and the reason if it is off the shelf. */
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
      <Picture src={listing.picture} alt="" size={64} />
      <span className="flex min-w-0 flex-1 flex-col gap-1">
        <span className="line-clamp-2 text-small">
          {listing.recommended ? (
            <Star aria-label={t('products.recommended')} className="me-1 inline size-4 fill-(--primary) text-primary" />
          ) : null}
          <bdi>{listing.name}</bdi>
        </span>
        <span className="row-between">
          <Money value={listing.sellingPrice} className="font-semibold" />
          <span className="text-small text-muted">
            {t('products.profit')} <Money value={listing.profit} className="font-semibold text-foreground" />
          </span>
        </span>
        <span className="text-caption text-muted">
          {listing.variants > 1 ? `${t('products.variants.count', { n: listing.variants })} · ` : ''}
          {t('products.stock')} {format.number(listing.stock)} · {t('products.clicks')} {format.number(listing.clicks)}{' '}
          · {t('products.sales')} {format.number(listing.sales)}
        </span>
        {listing.offReason ? (
          <span>
            <StatusChip tone={listing.offReason === 'merchant' ? 'neutral' : 'warning'}>
              {t(`products.off.${listing.offReason}`)}
            </StatusChip>
          </span>
        ) : null}
      </span>
    </SelectableRow>
  )
}
