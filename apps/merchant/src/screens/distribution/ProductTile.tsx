import type { ResponseBody, listDistribution } from '@quayside/contract'
import { Checkbox, Money, Picture, StatusChip, PlainButton } from '@quayside/ui'
import { clsx } from 'clsx'
import { Check, MoveRight, Plus } from 'lucide-react'
import { useRef } from 'react'
import { longPress } from '../../constants.ts'
import { link, paths } from '../../paths.ts'
import { isNegative } from '../../lib/amounts.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'

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
  const format = useFormat()
  const press = useRef<ReturnType<typeof setTimeout>>(undefined)
  const lift = () => clearTimeout(press.current)
  const { id, name, added } = product
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
      <span className="flex flex-1 flex-col gap-1 p-3">
        <span className="line-clamp-2 text-small">
          <bdi>{name}</bdi>
        </span>
        <span className="mt-auto flex flex-wrap items-baseline gap-x-1 pt-1 text-caption text-muted">
          {t('dist.your-profit')}
          <Money
            value={product.yourProfit}
            className={clsx('text-body font-semibold', isNegative(product.yourProfit) ? 'text-danger' : 'text-success')}
          />
        </span>
        <span className="text-caption text-muted">
          {t('dist.cost')} <Money value={product.supplierPrice} />{' '}
          <MoveRight aria-hidden className="inline size-3.5 rtl:-scale-x-100" />{' '}
          <Money value={product.yourPrice} className="text-foreground" />
        </span>
        <span className="text-caption text-muted">
          {product.variants > 1 ? `${t('products.variants.count', { n: product.variants })} · ` : ''}
          {t('products.stock')} {format.number(product.stock)}
          {product.sold30 > 0 ? ` · ${t('dist.hot.units', { n: product.sold30 })}` : ''}
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
        <a
          href={link(paths.listing, { product: id })}
          className={look}
          onPointerDown={() => {
            if (!added) press.current = setTimeout(() => onSelect(id, true), longPress)
          }}
          onPointerUp={lift}
          onPointerLeave={lift}
          onPointerCancel={lift}
          onContextMenu={(event) => (added ? undefined : event.preventDefault())}
        >
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
