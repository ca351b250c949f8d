import type { ResponseBody, productDetail } from '@quayside/contract'
import { Button, Card, Stat, Stats, Money } from '@quayside/ui'
import { useState } from 'react'
import { link, paths } from '../../paths.ts'
import { useFormat, useI18n, useT } from '../../lib/i18n.tsx'
import { AddSheet } from '../distribution/AddSheet.tsx'
import { ProductPictures } from './ProductPictures.tsx'
import { Variants } from './Variants.tsx'

/** A product of the distribution center, with the profit of this shop. */
export function ProductDetail({ product }: { product: ResponseBody<typeof productDetail> }) {
  const t = useT()
  const { lang } = useI18n()
  const format = useFormat()
  const [adding, setAdding] = useState(false)
  return (
    <>
      <ProductPictures name={product.name} pictures={product.pictures} />
      <div>
        <h2 className="text-section font-semibold" dir="auto">
          {product.name}
        </h2>
        {product.textLanguage === lang ? null : <p className="text-small text-muted">{t('products.text-english')}</p>}
        <p className="text-small text-muted">
          {product.category} · <bdi>{product.code}</bdi> · {t('products.stock')} {format.number(product.stock)}
        </p>
        {product.sold30 > 0 ? (
          <p className="text-small text-accent">
            {t('dist.hot.units', { n: product.sold30 })} · {t('dist.hot.text', { days: 30 })}
          </p>
        ) : null}
      </div>
      <Card>
        <Stats>
          {(
            [
              [t('dist.cost'), product.supplierPrice],
              [t('products.suggested'), product.suggestedPrice],
              [t('dist.your-price'), product.yourPrice],
              [t('dist.your-profit'), product.yourProfit],
            ] as const
          ).map(([label, value]) => (
            <Stat key={label} small label={label}>
              <Money value={value} />
            </Stat>
          ))}
        </Stats>
      </Card>
      <Variants list={product.variantList} />
      {product.description ? (
        <Card>
          <p dir="auto">{product.description}</p>
        </Card>
      ) : null}
      {product.listingId ? (
        <a
          href={link(paths.listing, { id: product.listingId })}
          className="inline-flex min-h-12 items-center justify-center rounded-field border border-input bg-surface font-semibold"
        >
          {t('products.in-shop')}
        </a>
      ) : (
        <Button wide onClick={() => setAdding(true)}>
          {t('dist.add')}
        </Button>
      )}
      {adding ? <AddSheet selection={{ products: [product.id] }} onClose={() => setAdding(false)} /> : null}
    </>
  )
}
