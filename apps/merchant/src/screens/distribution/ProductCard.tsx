import type { ResponseBody, listDistribution } from '@quayside/contract'
import { Button, Money, Picture, StatusChip } from '@quayside/ui'
import { Check, MoveRight, Plus } from 'lucide-react'
import { SelectableRow } from '../../components/SelectableRow.tsx'
import { link, paths } from '../../paths.ts'
import { isNegative } from '../../lib/amounts.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'

export type Product = ResponseBody<typeof listDistribution>['list'][number]

/**
 * One product of the distribution center: cost, selling price and profit in this shop, and whether the shop has it
 * already.
 */
export function ProductCard({
  product,
  selecting,
  selected,
  onSelect,
  onAdd,
}: {
  product: Product
  selecting: boolean
  selected: boolean
  /** A long press outside selection mode calls it, too. */
  onSelect: (id: string, on: boolean) => void
  onAdd: (id: string) => void
}) {
  const t = useT()
  const format = useFormat()
  return (
    <SelectableRow
      id={product.id}
      name={product.name}
      href={link(paths.listing, { product: product.id })}
      selecting={selecting}
      selected={selected}
      selectable={!product.added}
      onSelect={onSelect}
      onLongPress={(id) => onSelect(id, true)}
      end={
        product.added ? null : (
          <Button
            variant="secondary"
            className="w-12 px-0!"
            aria-label={t('common.named', { label: t('dist.add'), value: product.name })}
            icon={<Plus aria-hidden />}
            onClick={() => onAdd(product.id)}
          />
        )
      }
    >
      <Picture src={product.picture} alt="" size={80} />
      <span className="flex min-w-0 flex-1 flex-col gap-1">
        <span className="line-clamp-2 text-small">
          <bdi>{product.name}</bdi>
        </span>
        <span className="text-caption text-muted">
          {t('dist.cost')} <Money value={product.supplierPrice} />{' '}
          <MoveRight aria-hidden className="inline size-3.5 rtl:-scale-x-100" />{' '}
          <Money value={product.yourPrice} className="text-foreground" />
        </span>
        <span className="text-small">
          {t('dist.your-profit')}{' '}
          <Money
            value={product.yourProfit}
            className={isNegative(product.yourProfit) ? 'font-semibold text-danger' : 'font-semibold text-success'}
          />
        </span>
        <span className="text-caption text-muted">
          {product.variants > 1 ? `${t('products.variants.count', { n: product.variants })} · ` : ''}
          {t('products.stock')} {format.number(product.stock)}
          {product.sold30 > 0 ? ` · ${t('dist.hot.units', { n: product.sold30 })}` : ''}
        </span>
        {product.added ? (
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
    </SelectableRow>
  )
}
