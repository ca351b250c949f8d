import { useApiInfiniteQuery, useApiMutation, useApiQuery } from '@quayside/client'
import { editProduct, productHistory, productRecord, productShops } from '@quayside/contract/products'
import { listSuppliers } from '@quayside/contract/suppliers'
import { operatorCategories } from '@quayside/contract/categories'
import { Button, IconButton, Money, SelectField } from '@quayside/ui'
import { ArrowDown, ArrowLeft, ArrowUp } from 'lucide-react'
import { useOperator } from '../../app/operator.ts'
import { fact, FactList, History, Section } from '../../components/FactList.tsx'
import { MutationProblem, QueryState } from '../../components/QueryState.tsx'
import { Detail } from '../../components/Queue.tsx'
import { Subject } from '../../components/Subject.tsx'
import { useAllRows } from '../../hooks/useAllRows.ts'
import { formatDate, formatNumber } from '../../lib/format.ts'
import { t } from '../../lib/texts.ts'
import { ChangePanel } from './ChangePanel.tsx'
import { ProductPrices } from './ProductPrices.tsx'
import { ProductPictures } from './ProductPictures.tsx'
import { ProductStock } from './ProductStock.tsx'
import { ProductTexts } from './ProductTexts.tsx'
import { ProductVariants } from './ProductVariants.tsx'
import { ProductState } from './ProductState.tsx'
import { ChangedValues, text, type Product } from './values.tsx'

/** One product: facts, pictures, texts, stock, history, and the shops that sell it. */
export function ProductDetail({
  id,
  onBack,
  place,
  onNext,
  onPrevious,
}: {
  id: string
  /** Its place in the list; null for a product that is not in it. */
  place: { place: number; total: number } | null
  onBack: () => void
  onNext: (() => void) | null
  onPrevious: (() => void) | null
}) {
  const query = useApiQuery(productRecord, { id })
  const { roles } = useOperator()
  const mayChange = roles.includes('catalogue')
  const mayCount = mayChange || roles.includes('fulfilment')
  return (
    <section aria-label={text('products.title')} className="flex min-h-0 flex-1 flex-col">
      <h1 className="sr-only">{text('products.title')}</h1>
      <nav
        aria-label={text('products.title')}
        className="flex min-h-10 items-center gap-1 border-b border-border bg-surface px-2"
      >
        <Button
          variant="quiet"
          icon={<ArrowLeft aria-hidden className="mirror size-4" />}
          aria-keyshortcuts="Escape"
          onClick={onBack}
        >
          {text('products.detail.back')}
        </Button>
        {place ? <span className="px-2 text-small text-muted tabular-nums">{t('queue.place', place)}</span> : null}
        <span className="ms-auto flex">
          <IconButton
            repeatable
            label={text('products.detail.previous')}
            aria-keyshortcuts="K"
            disabled={!onPrevious}
            icon={<ArrowUp aria-hidden className="size-4" />}
            className="size-(--control)! disabled:opacity-40"
            onClick={() => onPrevious?.()}
          />
          <IconButton
            repeatable
            label={text('products.detail.next')}
            aria-keyshortcuts="J"
            disabled={!onNext}
            icon={<ArrowDown aria-hidden className="size-4" />}
            className="size-(--control)! disabled:opacity-40"
            onClick={() => onNext?.()}
          />
        </span>
      </nav>
      <QueryState query={query} rows={10}>
        {(product) => (
          <Detail
            title={product.texts[0]!.name}
            state={<ProductState {...product} />}
            aside={
              <>
                <Shops id={id} />
                <ProductPrices id={id} />
                <Changes id={id} />
              </>
            }
          >
            <ProductFacts product={product} mayChange={mayChange} />
            {mayChange ? (
              <Section title={text('products.change')}>
                <div className="-mx-4">
                  <ChangePanel selection={{ products: [id] }} onDone={query.refetch} />
                </div>
              </Section>
            ) : null}
            <ProductVariants product={product} mayChange={mayChange} onDone={query.refetch} />
            <ProductPictures
              key={product.pictures.map(({ url }) => url).join()}
              product={product}
              mayChange={mayChange}
            />
            <ProductTexts product={product} mayChange={mayChange} />
            <ProductStock product={product} mayCount={mayCount} />
          </Detail>
        )}
      </QueryState>
    </section>
  )
}

function ProductFacts({ product, mayChange }: { product: Product; mayChange: boolean }) {
  const categories = useApiQuery(operatorCategories, {})
  const suppliers = useAllRows(listSuppliers, {}, { enabled: mayChange })
  const edit = useApiMutation(editProduct)
  const category = categories.data?.list.find(({ id }) => id === product.categoryId)
  return (
    <Section title={text('products.detail.facts')}>
      <FactList
        items={[
          fact(text('products.column.code'), <bdi dir="ltr">{product.code}</bdi>),
          fact(text('products.column.price'), <Money value={product.supplierPrice} />),
          fact(text('products.column.suggested'), <Money value={product.suggestedPrice} />),
          fact(text('products.column.stock'), formatNumber(product.stock)),
          fact(text('products.detail.reserved'), formatNumber(product.reserved)),
          fact(text('products.column.shops'), formatNumber(product.shops)),
          fact(text('products.column.sold'), formatNumber(product.sold30)),
          fact(text('products.complaints'), text('products.complaints.are', product.complaints)),
          fact(text('products.detail.since'), formatDate(product.createdAt)),
          !mayChange && fact(text('products.column.category'), category?.names['en'] ?? null),
        ]}
      />
      {mayChange ? (
        <div className="grid gap-3 pt-1 sm:grid-cols-2">
          <SelectField
            label={text('products.column.category')}
            value={product.categoryId}
            onChange={(event) => void edit.mutate({ id: product.id, categoryId: event.target.value })}
          >
            {categories.data?.list.map(({ id, names, slug }) => (
              <option key={id} value={id}>
                {names['en'] ?? slug}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={text('products.column.supplier')}
            value={product.supplierId ?? ''}
            onChange={(event) => void edit.mutate({ id: product.id, supplierId: event.target.value || null })}
          >
            <option value="">{text('products.change.no-supplier')}</option>
            {suppliers.rows.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
      ) : null}
      <MutationProblem refusal={edit.refusal} unreachable={edit.unreachable} />
    </Section>
  )
}

function Changes({ id }: { id: string }) {
  const list = useApiInfiniteQuery(productHistory, { id, limit: 20 }, { keyOf: ({ changeId }) => changeId })
  return (
    <Section title={text('products.history')}>
      <QueryState query={{ ...list, data: list.first }} rows={3}>
        {() =>
          list.allRows.length === 0 ? (
            <p className="text-muted">{text('products.history.none')}</p>
          ) : (
            <History
              entries={list.allRows.map(({ changeId, at, operator, cause, before, after }) => ({
                key: changeId,
                at,
                who: `${operator} · ${text(`products.cause.${cause}`)}`,
                text: (
                  <>
                    {before ? null : `${text('products.history.added')} `}
                    <ChangedValues before={before} after={after} />
                  </>
                ),
              }))}
            />
          )
        }
      </QueryState>
      {list.first && !list.done ? (
        <Button variant="quiet" className="self-start" onClick={list.fetchNextPage}>
          {t('common.more')}
        </Button>
      ) : null}
    </Section>
  )
}

function Shops({ id }: { id: string }) {
  const list = useApiInfiniteQuery(productShops, { id, limit: 20 }, { keyOf: ({ shop }) => shop })
  return (
    <Section title={text('products.shops')}>
      <QueryState query={{ ...list, data: list.first }} rows={3}>
        {() =>
          list.rows.length === 0 ? (
            <p className="text-muted">{text('products.shops.none')}</p>
          ) : (
            <ul className="flex flex-col gap-1 text-small">
              {list.rows.map(({ shopId, shop, name, price, shelf, sold }) => (
                <li key={shop} className="flex flex-wrap gap-x-2">
                  <span className="min-w-0 flex-1 truncate">
                    <Subject kind="shop" id={shopId}>
                      {name ?? shop}
                    </Subject>
                  </span>
                  <span className="text-muted">
                    {text(shelf === 'on-shelf' ? 'products.shops.on' : 'products.shops.off')}
                  </span>
                  <Money value={price} />
                  <span className="w-14 text-end tabular-nums">{text('products.shops.sold', { sold })}</span>
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
      {list.first && !list.done ? (
        <Button variant="quiet" className="self-start" onClick={list.fetchNextPage}>
          {t('common.more')}
        </Button>
      ) : null}
    </Section>
  )
}
