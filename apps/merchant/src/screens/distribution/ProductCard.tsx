import type { Answer, listDistribution } from '@quayside/contract'
import { Button, Money, Picture, StatusChip } from '@quayside/ui'
import { Check, MoveRight, Plus } from 'lucide-react'
import { link, paths } from '../../paths.ts'
import { useFormat, useT } from '../../words.tsx'

export type Product = Answer<typeof listDistribution>['list'][number]

/** One offer: what it costs, what the shop would sell it for and earn, and whether it is there already. */
export function ProductCard({ product, onAdd }: { product: Product; onAdd: (id: string) => void }) {
  const t = useT()
  const format = useFormat()
  return (
    <div className="mb-3 flex items-center gap-3 rounded-card border border-hairline bg-surface p-3">
      <a
        href={link(paths.listing, { product: product.id })}
        className="flex min-w-0 flex-1 items-center gap-3 text-ink no-underline"
      >
        <Picture src={product.picture} alt="" size={80} />
        <span className="flex min-w-0 flex-1 flex-col gap-1">
          <span className="line-clamp-2 text-small">
            <bdi>{product.name}</bdi>
          </span>
          <span className="text-caption text-muted">
            {t('dist.cost')} <Money value={product.supplierPrice} />{' '}
            <MoveRight aria-hidden className="inline size-3.5 rtl:-scale-x-100" />{' '}
            <Money value={product.yourPrice} className="text-ink" />
          </span>
          <span className="text-small">
            {t('dist.your-profit')}{' '}
            <Money
              value={product.yourProfit}
              className={
                product.yourProfit.startsWith('-') ? 'font-semibold text-danger' : 'font-semibold text-success'
              }
            />
          </span>
          <span className="text-caption text-muted">
            {t('products.stock')} {format.number(product.stock)}
            {product.sold30 > 0 ? ` · ${t('dist.hot.units', { n: product.sold30 })}` : ''}
          </span>
        </span>
      </a>
      {product.added ? (
        <StatusChip
          tone={product.listingState === 'off-shelf' ? 'neutral' : 'success'}
          icon={<Check aria-hidden className="size-4" />}
        >
          {product.listingState === 'off-shelf' ? t('dist.off-shelf') : t('dist.added')}
        </StatusChip>
      ) : (
        <Button
          variant="secondary"
          className="w-12 px-0!"
          aria-label={`${t('dist.add')}: ${product.name}`}
          icon={<Plus aria-hidden />}
          onClick={() => onAdd(product.id)}
        />
      )}
    </div>
  )
}
