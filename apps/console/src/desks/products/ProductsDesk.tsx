import { useApiInfiniteQuery, useApiMutation, useApiQuery, useDownload } from '@quayside/client'
import type { ResponseBody } from '@quayside/contract'
import {
  listProductChanges,
  listProducts,
  productListStates,
  productSorts,
  undoProductChange,
} from '@quayside/contract/products'
import { listSuppliers } from '@quayside/contract/suppliers'
import { operatorCategories } from '@quayside/contract/categories'
import { exportFile } from '@quayside/contract/imports'
import { Button, Money, Picture, toast } from '@quayside/ui'
import { Download, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useOperator } from '../../app/operator.ts'
import { DataTable, type TableColumn } from '../../components/DataTable.tsx'
import { Section } from '../../components/FactList.tsx'
import { Filters } from '../../components/Filters.tsx'
import { MutationProblem, QueryState } from '../../components/QueryState.tsx'
import { useAllRows } from '../../hooks/useAllRows.ts'
import { useActions } from '../../hooks/useActions.ts'
import { useUrlState } from '../../hooks/useUrlState.ts'
import { formatDateTime, formatNumber } from '../../lib/format.ts'
import { saveFile } from '../../lib/saveFile.ts'
import { ChangePanel } from './ChangePanel.tsx'
import { NewProduct } from './NewProduct.tsx'
import { ProductDetail } from './ProductDetail.tsx'
import { ProductState } from './ProductState.tsx'
import { text } from './values.tsx'

type Row = ResponseBody<typeof listProducts>['list'][number]

const columns: TableColumn<Row>[] = [
  {
    id: 'name',
    header: text('products.column.name'),
    width: 'minmax(11rem, 3fr)',
    cell: ({ name, picture }) => (
      <span className="flex items-center gap-2">
        <Picture src={picture} alt="" size={24} />
        <bdi className="truncate">{name}</bdi>
      </span>
    ),
  },
  {
    id: 'code',
    header: text('products.column.code'),
    width: '7rem',
    cell: ({ code }) => <bdi dir="ltr">{code}</bdi>,
  },
  {
    id: 'category',
    header: text('products.column.category'),
    width: 'minmax(5rem, 1fr)',
    cell: ({ category }) => category,
  },
  {
    id: 'supplier',
    header: text('products.column.supplier'),
    width: 'minmax(5rem, 1fr)',
    hidden: true,
    cell: ({ supplier }) => <bdi>{supplier}</bdi>,
  },
  {
    id: 'price',
    header: text('products.column.price'),
    width: '6.5rem',
    numeric: true,
    cell: ({ supplierPrice }) => <Money value={supplierPrice} />,
  },
  {
    id: 'suggested',
    header: text('products.column.suggested'),
    width: '5.5rem',
    numeric: true,
    cell: ({ suggestedPrice }) => <Money value={suggestedPrice} />,
  },
  {
    id: 'stock',
    header: text('products.column.stock'),
    width: '4rem',
    numeric: true,
    cell: ({ stock }) => formatNumber(stock),
  },
  {
    id: 'shops',
    header: text('products.column.shops'),
    width: '3.5rem',
    numeric: true,
    cell: ({ shops }) => formatNumber(shops),
  },
  {
    id: 'sold',
    header: text('products.column.sold'),
    width: '5rem',
    numeric: true,
    cell: ({ sold30 }) => formatNumber(sold30),
  },
  {
    id: 'pictures',
    header: text('products.column.pictures'),
    width: '5rem',
    numeric: true,
    hidden: true,
    cell: ({ pictures }) => formatNumber(pictures),
  },
  {
    id: 'texts',
    header: text('products.column.texts'),
    width: '6.5rem',
    numeric: true,
    hidden: true,
    cell: ({ missingTexts }) => formatNumber(missingTexts),
  },
  { id: 'state', header: text('products.column.state'), width: '7rem', cell: (row) => <ProductState {...row} /> },
]

/** Takes the place of an id in the address. */
const fresh = 'new'
/** Rows below the opened product at which the next page is fetched. */
const rowsAhead = 10

/** The catalogue: a table with changes of many at once, and the opened product. */
export default function ProductsDesk() {
  const [search, setSearch] = useUrlState()
  const { roles } = useOperator()
  const mayChange = roles.includes('catalogue')
  const filter = {
    ...(search['q'] && { search: search['q'] }),
    ...(search['category'] && { categoryId: search['category'] }),
    ...(search['supplier'] && { supplierId: search['supplier'] }),
    ...(productListStates.find((state) => state === search['state']) && {
      state: search['state'] as (typeof productListStates)[number],
    }),
  }
  const sort = productSorts.find((one) => one === search['sort']) ?? 'new'
  const list = useApiInfiniteQuery(listProducts, { ...filter, sort, limit: 50 })
  const categories = useApiQuery(operatorCategories, {})
  const suppliers = useAllRows(listSuppliers, {}, { enabled: roles.some((role) => role !== 'support') })
  const exported = useDownload(exportFile)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [everything, setEverything] = useState(false)
  const isSelecting = everything || selected.size > 0
  const clear = () => {
    setSelected(new Set())
    setEverything(false)
  }
  const download = async () => {
    const file = await exported.fetchFile({ kind: 'products', filter })
    if (file) saveFile(file)
  }
  const opened = search['row']
  const place = list.rows.findIndex(({ id }) => id === opened)
  const open = (index: number) => {
    const row = list.rows[index]
    if (row) setSearch({ row: row.id }, { replace: opened !== undefined })
  }
  // The row one was at, for the way back to the table.
  const [cursor, setCursor] = useState<string>()
  if (place >= 0 && opened !== cursor) setCursor(opened)
  // The table is not on the page while a product is opened, so it does not fetch its next page.
  const { fetchNextPage, done } = list
  const loaded = list.rows.length
  useEffect(() => {
    if (place >= 0 && place + rowsAhead >= loaded && !done) fetchNextPage()
  }, [place, loaded, done, fetchNextPage])
  useActions(
    opened === undefined
      ? [
          { id: 'products.first', label: text('products.detail.next'), keys: 'j', hidden: true, run: () => open(0) },
          {
            id: 'products.search',
            label: text('products.search'),
            keys: '/',
            hidden: true,
            run: () => document.querySelector<HTMLInputElement>('[data-search]')?.focus(),
          },
          { id: 'products.export', label: text('products.export'), run: () => void download() },
          ...(mayChange
            ? [
                {
                  id: 'products.new',
                  label: text('products.new'),
                  keys: 'n',
                  run: () => setSearch({ row: fresh }),
                },
              ]
            : []),
        ]
      : [
          {
            id: 'products.next',
            label: text('products.detail.next'),
            keys: 'j',
            hidden: true,
            // A product that is not in the list, such as one from the palette, has no next one.
            run: () => (place < 0 ? undefined : open(place + 1)),
          },
          {
            id: 'products.previous',
            label: text('products.detail.previous'),
            keys: 'k',
            hidden: true,
            run: () => (place < 0 ? undefined : open(place - 1)),
          },
          {
            id: 'products.back',
            label: text('products.detail.back'),
            keys: 'Escape',
            hidden: true,
            run: () => setSearch({ row: undefined }),
          },
        ],
  )
  if (opened === fresh && mayChange)
    return (
      <NewProduct
        onBack={() => setSearch({ row: undefined })}
        onAdded={(id) => setSearch({ row: id }, { replace: true })}
      />
    )
  if (opened !== undefined)
    return (
      <ProductDetail
        key={opened}
        id={opened}
        place={place < 0 ? null : { place: place + 1, total: list.total }}
        onBack={() => setSearch({ row: undefined })}
        onNext={place >= 0 && place + 1 < list.rows.length ? () => open(place + 1) : null}
        onPrevious={place > 0 ? () => open(place - 1) : null}
      />
    )
  return (
    <section aria-label={text('products.title')} className="flex min-h-0 flex-1 flex-col">
      <header className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-b border-border bg-surface px-3 py-1.5">
        <h1 className="text-section font-semibold">{text('products.title')}</h1>
        {list.first ? <span className="text-small text-muted">{text('products.count', { n: list.total })}</span> : null}
        <span className="ms-auto flex items-center gap-2">
          <MutationProblem refusal={exported.refusal} unreachable={exported.unreachable} />
          {mayChange ? (
            <Button
              variant="secondary"
              icon={<Plus aria-hidden className="size-4" />}
              aria-keyshortcuts="n"
              onClick={() => setSearch({ row: fresh })}
            >
              {text('products.new')}
            </Button>
          ) : null}
          <Button
            variant="secondary"
            icon={<Download aria-hidden className="size-4" />}
            busy={exported.fetching !== null}
            onClick={() => void download()}
          >
            {text('products.export')}
          </Button>
        </span>
      </header>
      <Filters
        filters={[
          { kind: 'search', name: 'q', label: text('products.search') },
          {
            kind: 'choice',
            name: 'category',
            label: text('products.filter.category'),
            options: (categories.data?.list ?? []).map(({ id, names, slug }) => ({
              value: id,
              label: names['en'] ?? slug,
            })),
          },
          {
            kind: 'choice',
            name: 'supplier',
            label: text('products.filter.supplier'),
            options: suppliers.rows.map(({ id, name }) => ({ value: id, label: name })),
          },
          {
            kind: 'choice',
            name: 'state',
            label: text('products.filter.state'),
            options: productListStates.map((state) => ({ value: state, label: text(`products.state.${state}`) })),
          },
          {
            kind: 'choice',
            name: 'sort',
            label: text('products.filter.sort'),
            all: text('products.sort.new'),
            options: productSorts
              .filter((one) => one !== 'new')
              .map((one) => ({ value: one, label: text(`products.sort.${one}`) })),
          },
        ]}
      />
      {mayChange && isSelecting ? (
        <div className="max-h-[55dvh] overflow-y-auto border-b border-border bg-surface">
          <div className="flex flex-wrap items-center gap-3 px-4 pt-2 text-small">
            <h2 aria-live="polite" className="font-semibold">
              {text('products.selected', { n: everything ? list.total : selected.size })}
            </h2>
            {everything || list.total <= selected.size ? null : (
              <button
                type="button"
                className="min-h-(--row) font-semibold text-accent"
                onClick={() => setEverything(true)}
              >
                {text('products.select.all', { n: list.total })}
              </button>
            )}
            <button type="button" className="min-h-(--row) font-semibold text-accent" onClick={clear}>
              {text('products.select.none')}
            </button>
          </div>
          <ChangePanel
            key={JSON.stringify([everything, [...selected]])}
            selection={everything ? { filter } : { products: [...selected] }}
            onDone={clear}
          />
        </div>
      ) : null}
      <DataTable
        name="products"
        label={text('products.title')}
        list={list}
        columns={columns}
        cursor={cursor}
        address={({ id }) => ({ to: '/products', search: { ...search, row: id } })}
        empty={{ title: text('products.empty'), text: text('products.empty.text') }}
        {...(mayChange && {
          selection: {
            selected: everything ? new Set(list.rows.map(({ id }) => id)) : selected,
            onChange: (next: ReadonlySet<string>) => {
              setEverything(false)
              setSelected(next)
            },
            label: ({ name }: Row) => name,
          },
        })}
      />
      {mayChange ? <LatestChanges /> : null}
    </section>
  )
}

/** Changes that can still be undone, at the bottom of the table. */
function LatestChanges() {
  const query = useApiQuery(listProductChanges, { limit: 5 }, { pollMs: 60_000 })
  const undo = useApiMutation(undoProductChange)
  const open = query.data?.list.filter(({ undoUntil }) => undoUntil !== null) ?? []
  if (open.length === 0) return null
  return (
    <div className="border-t border-border bg-surface">
      <Section title={text('products.changes')} heading="h2">
        <QueryState query={query}>
          {() => (
            <ul className="flex flex-col gap-1 text-small">
              {open.map(({ id, operator, products, undoUntil }) => (
                <li key={id} className="flex flex-wrap items-center gap-3">
                  <span>{text('products.changes.row', { n: products })}</span>
                  <bdi className="text-muted">{operator}</bdi>
                  <span className="text-muted">
                    {text('products.changes.until', { time: formatDateTime(undoUntil!) })}
                  </span>
                  <Button
                    variant="quiet"
                    busy={undo.isPending}
                    onClick={async () => {
                      const done = await undo.mutate({ id })
                      if (!done) return
                      toast(text('products.undone', { n: done.undone }))
                      if (done.kept > 0) toast(text('products.undone.kept', { n: done.kept }))
                    }}
                  >
                    {text('products.undo')}
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </QueryState>
        <MutationProblem refusal={undo.refusal} unreachable={undo.unreachable} />
      </Section>
    </div>
  )
}
