import { useApiQuery, useApiInfiniteQuery } from '@quayside/client'
import { listDistribution } from '@quayside/contract'
import {
  Button,
  EmptyState,
  IconButton,
  Spyglass,
  Page,
  Pill,
  PlainButton,
  SearchField,
  SegmentTabs,
  SelectPill,
} from '@quayside/ui'
import { ListChecks, Search, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { LoadingState } from '../../components/LoadingState.tsx'
import { NotVerified } from '../../components/NotVerified.tsx'
import { PagedBoundary } from '../../components/PagedBoundary.tsx'
import { PagedList } from '../../components/PagedList.tsx'
import { WhileOpen } from '../../components/WhileOpen.tsx'
import { useUrlSearch } from '../../hooks/useUrlSearch.ts'
import { SelectionBar } from '../../components/SelectionBar.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { useFirstPaint } from '../../hooks/useFirstPaint.ts'
import { useSelection } from '../../hooks/useSelection.ts'
import { paths } from '../../paths.ts'
import { navigate, useSearchParams } from '../../router.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { AddSheet, type Selection } from './AddSheet.tsx'
import { HotProducts } from './HotProducts.tsx'
import { ProductTile } from './ProductTile.tsx'
import { categoriesQuery, hotProductsQuery, productsQuery, ruleQuery } from './queries.ts'
import { RuleSheet } from './RuleSheet.tsx'

// The largest paint is of the data: the first rendering waits for it.
export { firstQueries } from './queries.ts'

const sorts = ['hot', 'new', 'price-up', 'price-down'] as const

/**
 * The distribution center: search products, see their profit, and add one, a selection, all matches or the
 * hot-selling ones.
 */
export function DistributionScreen() {
  const t = useT()
  const format = useFormat()
  const back = useBack(paths.products)
  const query = useSearchParams(paths.distribution)
  const sort = sorts.find((name) => name === query.sort) ?? 'hot'
  const notAdded = query.fresh === '1'
  const go = (part: {
    category?: string | undefined
    sort?: string
    fresh?: string | undefined
    search?: string | undefined
  }) => navigate({ to: paths.distribution, search: { ...query, ...part }, replace: true })
  const { searchText, setSearchText, search } = useUrlSearch(paths.distribution, (next) =>
    go({ search: next || undefined }),
  )
  const [adding, setAdding] = useState<Selection | null>(null)
  const [selecting, setSelecting] = useState(false)
  const selection = useSelection()
  const [editsRule, setEditsRule] = useState(false)

  const categories = useApiQuery(...categoriesQuery)
  const hot = useApiQuery(...hotProductsQuery)
  const rule = useApiQuery(...ruleQuery)
  const commission = rule.data?.commissionBasisPoints
  const filter = { ...(search ? { search } : {}), ...(query.category ? { categoryId: query.category } : {}) }
  const products = useApiInfiniteQuery(...productsQuery({ sort, ...filter, ...(notAdded ? { notAdded } : {}) }))
  // What “add all” would add: not what is in the shop already.
  const painted = useFirstPaint()
  const missing =
    useApiQuery(listDistribution, { limit: 1, ...filter, notAdded: true }, { enabled: painted }).data?.total ?? 0
  const addable = products.rows.filter((row) => !row.added).map((row) => row.id)
  const selected = addable.filter((id) => selection.chosen.has(id))
  const stop = () => {
    setSelecting(false)
    selection.clear()
  }
  const narrowed = search !== '' || query.category !== undefined

  if (products.refusal?.reason === 'shop/not-verified')
    return (
      <Page title={t('dist.title')} onBack={back}>
        <NotVerified />
      </Page>
    )
  return (
    <Page
      title={t('dist.title')}
      onBack={back}
      actions={
        <>
          <IconButton
            label={selecting ? t('common.cancel') : t('common.select')}
            aria-pressed={selecting}
            icon={<ListChecks aria-hidden className={selecting ? 'text-accent' : ''} />}
            onClick={() => (selecting ? stop() : setSelecting(true))}
          />
          <IconButton
            label={t('dist.rule')}
            icon={<SlidersHorizontal aria-hidden />}
            onClick={() => setEditsRule(true)}
          />
        </>
      }
      footer={
        selecting ? (
          <SelectionBar
            chosen={selected.length}
            shown={addable.length}
            total={addable.length}
            onShown={() => selection.setAll(addable)}
            onClear={stop}
          >
            <WhileOpen>
              {selected.length > 0 ? (
                <Button wide onClick={() => setAdding({ products: selected })}>
                  {t('dist.add-all', { n: selected.length })}
                </Button>
              ) : missing > 0 ? (
                <Button wide variant="secondary" onClick={() => setAdding({ filter })}>
                  {t('dist.add-all', { n: missing })}
                </Button>
              ) : null}
            </WhileOpen>
          </SelectionBar>
        ) : null
      }
    >
      <SearchField
        label={t('dist.search')}
        icon={<Search className="size-5" />}
        value={searchText}
        onChange={(event) => setSearchText(event.target.value)}
      />
      <SegmentTabs
        label={t('dist.categories')}
        value={query.category ?? ''}
        onChange={(key) => {
          selection.clear()
          go({ category: key || undefined })
        }}
        items={[
          { key: '', label: t('products.all-categories') },
          ...(categories.data?.list ?? []).map((c) => ({ key: c.id, label: c.name, count: format.number(c.products) })),
        ]}
      />
      {/* What stands above the list loads before the list, so that the list does not move. */}
      {rule.isLoading || (!narrowed && hot.isLoading) ? (
        <LoadingState />
      ) : (
        <>
          {narrowed ? null : <HotProducts query={hot} onAdd={() => setAdding({ hot: true })} />}
          <div className="-my-2 flex flex-wrap items-center gap-x-2">
            <SelectPill
              label={t('dist.sort')}
              shown={t(`dist.sort.${sort}`)}
              chosen={false}
              value={sort}
              onChange={(event) => go({ sort: event.target.value })}
            >
              {sorts.map((name) => (
                <option key={name} value={name}>
                  {t(`dist.sort.${name}`)}
                </option>
              ))}
            </SelectPill>
            <PlainButton
              aria-pressed={notAdded}
              onClick={() => go({ fresh: notAdded ? undefined : '1' })}
              className="inline-flex min-h-12 items-center"
            >
              <Pill chosen={notAdded}>{t('dist.not-added')}</Pill>
            </PlainButton>
          </div>
          {commission === undefined ? null : (
            <p className="text-small text-muted">
              {t('dist.after-commission', { percent: format.percent(commission) })}
            </p>
          )}
          <PagedBoundary query={products}>
            {() =>
              products.rows.length === 0 ? (
                <EmptyState scene={<Spyglass />} title={t('dist.empty')} />
              ) : (
                <PagedList
                  columns={2}
                  news="products.new"
                  query={products}
                  scrollKey={`distribution ${query.category ?? ''} ${sort} ${search} ${notAdded}`}
                  render={(row, index) => (
                    <ProductTile
                      product={row}
                      first={index < 2}
                      selecting={selecting}
                      selected={selection.chosen.has(row.id)}
                      onSelect={(id, on) => {
                        setSelecting(true)
                        selection.set(id, on)
                      }}
                      onAdd={(id) => setAdding({ products: [id] })}
                    />
                  )}
                />
              )
            }
          </PagedBoundary>
        </>
      )}
      {adding ? (
        <AddSheet
          selection={adding}
          onClose={(added) => {
            setAdding(null)
            if (added) stop()
          }}
        />
      ) : null}
      {editsRule ? <RuleSheet onClose={() => setEditsRule(false)} /> : null}
    </Page>
  )
}
