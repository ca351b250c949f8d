import type { Answer, listListings } from '@quayside/contract'
import { Checkbox, Money, Picture, StatusChip } from '@quayside/ui'
import { Star } from 'lucide-react'
import { link, paths } from '../../paths.ts'
import { useFormat, useT } from '../../words.tsx'

export type Listing = Answer<typeof listListings>['list'][number]

/** One product of the shop: price, what one piece earns, stock, and why it is off the shelf when it is. */
export function ListingRow({
  listing,
  selecting,
  selected,
  onSelect,
}: {
  listing: Listing
  selecting?: boolean
  selected?: boolean
  onSelect?: (id: string, on: boolean) => void
}) {
  const t = useT()
  const format = useFormat()
  const inner = (
    <>
      <Picture src={listing.picture} alt="" size={64} />
      <span className="flex min-w-0 flex-1 flex-col gap-1">
        <span className="line-clamp-2 text-small">
          {listing.recommended ? (
            <Star aria-label={t('products.recommended')} className="me-1 inline size-4 fill-(--fill) text-fill" />
          ) : null}
          <bdi>{listing.name}</bdi>
        </span>
        <span className="flex items-baseline justify-between gap-2">
          <Money value={listing.sellingPrice} className="font-semibold" />
          <span className="text-small text-muted">
            {t('products.profit')} <Money value={listing.profit} className="font-semibold text-ink" />
          </span>
        </span>
        <span className="text-caption text-muted">
          {t('products.stock')} {format.number(listing.stock)} · {t('products.views')} {format.number(listing.views)} ·{' '}
          {t('products.sales')} {format.number(listing.sales)}
        </span>
        {listing.offReason ? (
          <span>
            <StatusChip tone={listing.offReason === 'merchant' ? 'neutral' : 'warning'}>
              {t(`products.off.${listing.offReason}`)}
            </StatusChip>
          </span>
        ) : null}
      </span>
    </>
  )
  const look =
    'flex min-h-24 min-w-0 flex-1 items-center gap-3 rounded-card border bg-surface p-3 text-start text-ink no-underline'
  return (
    <div className="flex items-center pb-3">
      {selecting ? (
        <>
          <Checkbox
            label={listing.name}
            hideLabel
            checked={selected ?? false}
            onChange={(event) => onSelect?.(listing.id, event.target.checked)}
            className="-ms-2"
          />
          <button
            type="button"
            tabIndex={-1}
            className={`${look} ${selected ? 'border-accent' : 'border-hairline'}`}
            onClick={() => onSelect?.(listing.id, !selected)}
          >
            {inner}
          </button>
        </>
      ) : (
        <a href={link(paths.listing, { id: listing.id })} className={`${look} border-hairline active:bg-raised`}>
          {inner}
        </a>
      )}
    </div>
  )
}
