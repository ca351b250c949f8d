import type { ResponseBody, listDistribution } from '@quayside/contract'
import { Checkbox, Money, Picture, StatusChip, PlainButton } from '@quayside/ui'
import { clsx } from 'clsx'
import { Check, MoveRight, Plus } from 'lucide-react'
import { useHold } from '../../hooks/useHold.ts'
import { link, paths } from '../../paths.ts'
import { isNegative } from '../../lib/amounts.ts'
import { useT } from '../../lib/i18n.tsx'

export type Product = ResponseBody<typeof listDistribution>['list'][number]

/**
 * One product of the distribution center as a picture with its profit in this shop, its cost and price, and whether
 * the shop has it already. Its colours are one tile. A long press starts the selection.
 */
export function ProductTile({
  product,
  first,
  selecting,
  selected,
  onSelect,
  onAdd,
}: {
  product: Product
  /** One of the first two: its picture is the largest of the first view. */
  first: boolean
  selecting: boolean
  selected: boolean
  onSelect: (id: string, on: boolean) => void
  onAdd: (id: string) => void
}) {
  const t = useT()
  const { id, name, added } = product
  const hold = useHold(() => onSelect(id, true))
  const look = clsx(
    'flex h-full w-full flex-col overflow-hidden rounded-card border bg-surface text-start text-foreground no-underline select-none',
    selected ? 'border-accent' : 'border-border active:bg-raised',
  )
  const content = (
    <>
      <Picture
        src={product.picture}
        alt=""
        size="fill"
        // Half of the page, less its margins and the gap: two pixels less, so that a copy of 320 pixels serves a phone.
        sizes="min(50vw - 24px, 314px)"
        first={first}
        className="rounded-none!"
      />
      <span className="flex flex-1 flex-col gap-1 p-2">
        <span className="line-clamp-1">
          <bdi>{name}</bdi>
        </span>
        <span>
          <span className="sr-only">{t('dist.your-profit')} </span>
          <Money
            value={product.yourProfit}
            sign
            className={clsx('font-semibold', isNegative(product.yourProfit) ? 'text-danger' : 'text-success')}
          />
        </span>
        <span className="text-small text-muted">
          <span className="sr-only">{t('dist.cost')} </span>
          <Money value={product.supplierPrice} /> <MoveRight aria-hidden className="inline size-3.5 rtl:-scale-x-100" />{' '}
          <span className="sr-only">{t('dist.your-price')} </span>
          <Money value={product.yourPrice} className="text-foreground" />
        </span>
        {added ? (
          <span>
            <StatusChip
              tone={product.listingState === 'off-shelf' ? 'neutral' : 'success'}
              icon={<Check aria-hidden className="size-4" />}
            >
              {product.listingState === 'off-shelf' ? t('dist.off-shelf') : t('dist.added')}
            </StatusChip>
          </span>
        ) : null}
      </span>
    </>
  )
  return (
    <div className="relative min-w-0 flex-1">
      {selecting ? (
        <PlainButton tabIndex={-1} disabled={added} className={look} onClick={() => onSelect(id, !selected)}>
          {content}
        </PlainButton>
      ) : (
        <a href={link(paths.listing, { product: id })} className={look} {...(added ? {} : hold)}>
          {content}
        </a>
      )}
      {/* Over the corner of the picture, outside the link. */}
      {added ? null : selecting ? (
        <Checkbox
          label={name}
          hideLabel
          checked={selected}
          onChange={(event) => onSelect(id, event.target.checked)}
          className="absolute end-2 top-2 rounded-full bg-surface shadow-flat"
        />
      ) : (
        <PlainButton
          aria-label={t('common.named', { label: t('dist.add'), value: name })}
          onClick={() => onAdd(id)}
          className="absolute end-2 top-2 flex size-12 items-center justify-center rounded-full border border-border bg-surface text-accent shadow-flat active:bg-raised"
        >
          <Plus aria-hidden className="size-6" />
        </PlainButton>
      )}
    </div>
  )
}
