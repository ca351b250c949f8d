import { useApiQuery, type useApiMutation } from '@quayside/client'
import { shopCategories, type changeListings, type RequestBody } from '@quayside/contract'
import { Button, ErrorText, ListRow, Sheet } from '@quayside/ui'
import { useState } from 'react'
import { RadioCard } from '../../components/RadioCard.tsx'
import { MutationError } from '../../components/MutationError.tsx'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { link, paths } from '../../paths.ts'
import { useT } from '../../lib/i18n.tsx'
import { PricesForm } from './PricesForm.tsx'

type ChangeRequest = RequestBody<typeof changeListings>

/** More actions on the selected products. */
export function MoreSheet({
  selection,
  count,
  act,
  onChange,
  onClose,
}: {
  selection: ChangeRequest['selection']
  count: number
  act: ReturnType<typeof useApiMutation<typeof changeListings>>
  /** Resolves to whether it was done. */
  onChange: (change: ChangeRequest['change']) => Promise<boolean>
  onClose: () => void
}) {
  const t = useT()
  const [step, setStep] = useState<'what' | 'category' | 'prices'>('what')
  const change = async (to: ChangeRequest['change']) => {
    if (await onChange(to)) onClose()
  }
  const titles = {
    what: t('common.selected', { n: count }),
    category: t('products.bulk.category'),
    prices: t('products.bulk.prices'),
  }
  return (
    <Sheet open onOpenChange={(open) => (open ? undefined : onClose())} title={titles[step]}>
      {step === 'what' ? (
        <div className="-mx-4 flex flex-col">
          <ListRow title={t('products.bulk.prices')} onClick={() => setStep('prices')} />
          <ListRow title={t('products.bulk.category')} onClick={() => setStep('category')} />
          <ListRow title={t('products.bulk.recommend')} onClick={() => void change({ recommended: true })} />
          <ListRow title={t('products.bulk.unrecommend')} onClick={() => void change({ recommended: false })} />
        </div>
      ) : step === 'category' ? (
        <CategoryForm busy={act.isPending} onChoose={(shopCategoryId) => void change({ shopCategoryId })} />
      ) : (
        <PricesForm selection={selection} busy={act.isPending} onChoose={(rule) => void change({ rule })} />
      )}
      <MutationError mutation={act} />
    </Sheet>
  )
}

function CategoryForm({ busy, onChoose }: { busy: boolean; onChoose: (id: string | null) => void }) {
  const t = useT()
  const categories = useApiQuery(shopCategories, {})
  const [chosen, setChosen] = useState<string | null | undefined>(undefined)
  const [asked, setAsked] = useState(false)
  return (
    <QueryBoundary query={categories} shape="lines" count={3}>
      {({ list }) => (
        <fieldset className="flex flex-col gap-2">
          <legend className="sr-only">{t('products.category')}</legend>
          {[...list, { id: null, name: t('products.category.none'), listings: null }].map((category) => (
            <RadioCard
              key={category.id}
              group="category"
              name={<bdi>{category.name}</bdi>}
              detail={category.listings === null ? null : t('categories.count', { n: category.listings })}
              chosen={chosen === category.id}
              onChoose={() => setChosen(category.id)}
            />
          ))}
          <a href={link(paths.categories)} className="inline-flex min-h-12 items-center font-semibold">
            {t('categories.title')}
          </a>
          {asked && chosen === undefined ? <ErrorText>{t('common.required')}</ErrorText> : null}
          <Button wide busy={busy} onClick={() => (chosen === undefined ? setAsked(true) : onChoose(chosen))}>
            {t('common.save')}
          </Button>
        </fieldset>
      )}
    </QueryBoundary>
  )
}
