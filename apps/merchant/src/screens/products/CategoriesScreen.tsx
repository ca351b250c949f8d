import { useApiMutation, useApiQuery } from '@quayside/client'
import {
  changeShopCategory,
  createShopCategory,
  deleteShopCategory,
  orderShopCategories,
  shopCategories,
  type ResponseBody,
} from '@quayside/contract'
import {
  Button,
  ConfirmDialog,
  Crate,
  EmptyState,
  IconButton,
  Page,
  Sheet,
  Switch,
  TextField,
  toast,
} from '@quayside/ui'
import { ArrowDown, ArrowUp, Pencil } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { MutationError } from '../../components/MutationError.tsx'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { WhileOpen } from '../../components/WhileOpen.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { useLacks } from '../../hooks/useLacks.ts'
import { link, paths } from '../../paths.ts'
import { useT } from '../../lib/i18n.tsx'

type Category = ResponseBody<typeof shopCategories>['list'][number]

/** The shop's own categories: create, rename, order, hide and delete them. */
export function CategoriesScreen() {
  const t = useT()
  const back = useBack(paths.products)
  const categories = useApiQuery(shopCategories, {})
  const [open, setOpen] = useState<Category | 'new' | null>(null)
  const order = useApiMutation(orderShopCategories)

  const move = async (list: Category[], from: number, to: number) => {
    const ids = list.map((category) => category.id)
    ids.splice(to, 0, ...ids.splice(from, 1))
    await order.mutate({ ids })
  }

  return (
    <Page
      title={t('categories.title')}
      onBack={back}
      footer={
        <WhileOpen>
          <Button wide onClick={() => setOpen('new')}>
            {t('categories.add')}
          </Button>
        </WhileOpen>
      }
    >
      <QueryBoundary query={categories}>
        {({ list }) =>
          list.length === 0 ? (
            <EmptyState scene={<Crate />} title={t('categories.empty')} text={t('categories.empty.text')} />
          ) : (
            <ol className="flex flex-col gap-3">
              {list.map((category, i) => (
                <li key={category.id} className="flex items-center rounded-card border border-border bg-surface ps-3">
                  <a
                    href={link(paths.products, { own: category.id })}
                    className="flex min-h-16 min-w-0 flex-1 flex-col justify-center text-foreground no-underline"
                  >
                    <bdi className="truncate">{category.name}</bdi>
                    <span className="text-caption text-muted">
                      {t('categories.count', { n: category.listings })}
                      {category.shown ? '' : ` · ${t('categories.hidden')}`}
                    </span>
                  </a>
                  <IconButton
                    repeatable
                    label={t('common.named', { label: t('categories.up'), value: category.name })}
                    icon={<ArrowUp aria-hidden className={i === 0 ? 'opacity-40' : ''} />}
                    aria-disabled={i === 0}
                    onClick={() => (i > 0 ? void move(list, i, i - 1) : undefined)}
                  />
                  <IconButton
                    repeatable
                    label={t('common.named', { label: t('categories.down'), value: category.name })}
                    icon={<ArrowDown aria-hidden className={i === list.length - 1 ? 'opacity-40' : ''} />}
                    aria-disabled={i === list.length - 1}
                    onClick={() => (i < list.length - 1 ? void move(list, i, i + 1) : undefined)}
                  />
                  <IconButton
                    label={t('common.named', { label: t('categories.change'), value: category.name })}
                    icon={<Pencil aria-hidden className="size-5" />}
                    onClick={() => setOpen(category)}
                  />
                </li>
              ))}
            </ol>
          )
        }
      </QueryBoundary>
      <MutationError mutation={order} />
      {open ? <CategorySheet category={open === 'new' ? null : open} onClose={() => setOpen(null)} /> : null}
    </Page>
  )
}

function CategorySheet({ category, onClose }: { category: Category | null; onClose: () => void }) {
  const t = useT()
  const [name, setName] = useState(category?.name ?? '')
  const [shown, setShown] = useState(category?.shown ?? true)
  const [asking, setAsking] = useState(false)
  const create = useApiMutation(createShopCategory, { awaitRefetch: true })
  const change = useApiMutation(changeShopCategory, { awaitRefetch: true })
  const remove = useApiMutation(deleteShopCategory, { awaitRefetch: true })
  const saving = category ? change : create
  const { form, sentences, isWhole } = useLacks<HTMLFormElement, 'name'>({
    name: name.trim() === '' && t('common.required'),
  })

  const over = async (done: unknown, words: 'categories.saved' | 'categories.deleted') => {
    if (!done) return
    toast(t(words))
    onClose()
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!isWhole()) return
    const made = category ? await change.mutate({ id: category.id, name, shown }) : await create.mutate({ name })
    await over(made, 'categories.saved')
  }

  if (category && asking)
    return (
      <ConfirmDialog
        open
        onOpenChange={(is) => (is ? undefined : setAsking(false))}
        title={t('categories.delete')}
        text={
          <>
            <p>{t('categories.delete.text')}</p>
            <MutationError mutation={remove} />
          </>
        }
        confirm={t('categories.delete')}
        cancel={t('common.cancel')}
        danger
        busy={remove.isPending}
        onConfirm={() => void remove.mutate({ id: category.id }).then((done) => over(done, 'categories.deleted'))}
      />
    )
  return (
    <Sheet
      open
      onOpenChange={(is) => (is ? undefined : onClose())}
      title={t(category ? 'categories.change' : 'categories.add')}
    >
      <form ref={form} onSubmit={(event) => void save(event)} noValidate className="flex flex-col gap-4">
        <TextField
          label={t('categories.name')}
          dir="auto"
          maxLength={60}
          value={name}
          error={sentences.name ?? saving.refusal?.fields['name']}
          onChange={(event) => setName(event.target.value)}
        />
        {category ? (
          <Switch label={t('categories.shown')} checked={shown} onChange={(event) => setShown(event.target.checked)} />
        ) : null}
        {saving.refusal?.fields['name'] ? null : <MutationError mutation={saving} />}
        <Button type="submit" wide busy={saving.isPending}>
          {t('common.save')}
        </Button>
        {category ? (
          <Button variant="danger" wide onClick={() => setAsking(true)}>
            {t('categories.delete')}
          </Button>
        ) : null}
      </form>
    </Sheet>
  )
}
