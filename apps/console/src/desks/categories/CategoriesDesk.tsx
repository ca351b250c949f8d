import { uploadFile, useApiMutation, useApiQuery } from '@quayside/client'
import type { ResponseBody } from '@quayside/contract'
import {
  changeCategory,
  createCategory,
  mergeCategory,
  operatorCategories,
  orderCategories,
} from '@quayside/contract/categories'
import { operatorUpload } from '@quayside/contract/files'
import { languages } from '@quayside/contract/languages'
import { Button, Picture, TextField, toast } from '@quayside/ui'
import { ImagePlus, Plus } from 'lucide-react'
import { useRef, useState, type FormEvent } from 'react'
import { useOperator } from '../../app/operator.ts'
import { DecisionBar } from '../../components/DecisionBar.tsx'
import { Section } from '../../components/FactList.tsx'
import { Filters } from '../../components/Filters.tsx'
import { EmptyNotice, MutationProblem } from '../../components/QueryState.tsx'
import { Detail, Queue, wholeList } from '../../components/Queue.tsx'
import { useFileUpload } from '../../hooks/useFileUpload.ts'
import { useUrlState } from '../../hooks/useUrlState.ts'
import { createText } from '../../lib/texts.ts'
import categories from '../../locales/en/categories.ts'

const text = createText(categories)
type Category = ResponseBody<typeof operatorCategories>['list'][number]
const missingNames = ({ names }: Category) => languages.filter(({ code }) => !names[code]).length

/** The categories of the distribution center, in their order. */
export default function CategoriesDesk() {
  const [search, setSearch] = useUrlState()
  const { roles } = useOperator()
  const mayChange = roles.includes('catalogue')
  const query = useApiQuery(operatorCategories, {})
  const typed = (search['q'] ?? '').toLowerCase()
  const all = query.data?.list ?? []
  const list = all.filter(({ slug, names }) =>
    `${slug} ${Object.values(names).join(' ')}`.toLowerCase().includes(typed),
  )
  return (
    <Queue
      title={text('categories.title')}
      list={wholeList({ ...query, data: query.data && { list } }, ({ id }) => id)}
      filters={
        <>
          <Filters filters={[{ kind: 'search', name: 'q', label: text('categories.search') }]} />
          {mayChange ? <NewCategory onAdded={(id) => setSearch({ row: id })} /> : null}
        </>
      }
      renderRow={(category) => (
        <>
          <Picture src={category.picture} alt="" size={24} />
          <bdi className="min-w-0 flex-1 truncate font-semibold">{category.names['en'] ?? category.slug}</bdi>
          <span className="text-muted">{text('categories.missing', { n: missingNames(category) })}</span>
          <span className="w-24 text-end tabular-nums">{text('categories.products', { n: category.products })}</span>
        </>
      )}
      renderDetail={(id) => {
        const category = all.find((one) => one.id === id)
        return category ? (
          <CategoryDetail key={id} category={category} all={all} mayChange={mayChange} />
        ) : (
          <EmptyNotice title={text('categories.empty')} />
        )
      }}
      empty={{ title: text('categories.empty'), text: text('categories.empty.text') }}
    />
  )
}

function NewCategory({ onAdded }: { onAdded: (id: string) => void }) {
  const [name, setName] = useState('')
  const [open, setOpen] = useState(false)
  const create = useApiMutation(createCategory)
  if (!open)
    return (
      <div className="border-b border-border px-3 py-1.5">
        <Button variant="secondary" icon={<Plus aria-hidden className="size-4" />} onClick={() => setOpen(true)}>
          {text('categories.add')}
        </Button>
      </div>
    )
  const slug = name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const done = await create.mutate({ slug, names: { en: name } })
    if (!done) return
    setOpen(false)
    setName('')
    onAdded(done.id)
  }
  return (
    <form
      aria-label={text('categories.add')}
      className="flex items-end gap-2 border-b border-border px-3 py-2"
      onSubmit={(event) => void submit(event)}
    >
      <div className="min-w-0 flex-1">
        <TextField
          label={text('categories.add')}
          hint={slug ? `${text('categories.slug')}: ${slug}` : text('categories.slug.hint')}
          lang="en"
          maxLength={60}
          value={name}
          error={Object.values(create.refusal?.fields ?? {})[0] ?? create.refusal?.message}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      <Button type="submit" busy={create.isPending}>
        {text('categories.create')}
      </Button>
    </form>
  )
}

function CategoryDetail({
  category,
  all,
  mayChange,
}: {
  category: Category
  all: readonly Category[]
  mayChange: boolean
}) {
  const [names, setNames] = useState(category.names)
  const [, setSearch] = useUrlState()
  const change = useApiMutation(changeCategory)
  const order = useApiMutation(orderCategories)
  const merge = useApiMutation(mergeCategory)
  const input = useRef<HTMLInputElement>(null)
  const sending = useFileUpload((file: File, onProgress: (part: number) => void) =>
    uploadFile(operatorUpload, { purpose: 'product' }, file, onProgress),
  )
  const { id } = category
  const place = all.findIndex((one) => one.id === id)
  const others = all.filter((one) => one.id !== id)
  const noRight = mayChange ? undefined : text('categories.no-right')
  const move = async (to: number) => {
    const ids = others.map((one) => one.id).toSpliced(to, 0, id)
    return (await order.mutate({ ids })) !== null
  }
  const saved = (done: unknown) => {
    if (done) toast(text('categories.saved'))
  }
  return (
    <Detail
      title={category.names['en'] ?? category.slug}
      bar={
        <DecisionBar
          sends={[order, merge]}
          decisions={[
            {
              id: 'up',
              label: text('categories.up'),
              keys: 'u',
              disabled: noRight ?? (place === 0 ? text('categories.first') : undefined),
              run: () => move(place - 1),
            },
            {
              id: 'down',
              label: text('categories.down'),
              keys: 'd',
              disabled: noRight ?? (place === all.length - 1 ? text('categories.last') : undefined),
              run: () => move(place + 1),
            },
            {
              id: 'merge',
              label: text('categories.merge'),
              keys: 'm',
              variant: 'danger',
              disabled: noRight ?? (others.length === 0 ? text('categories.only-one') : undefined),
              consequence: text('categories.merge.consequence'),
              reasons: others.map((one) => ({ value: one.id, label: one.names['en'] ?? one.slug })),
              run: async ({ reason }) => {
                const done = await merge.mutate({ id, into: reason })
                if (!done) return false
                toast(text('categories.merged', { n: done.moved }))
                setSearch({ row: reason }, { replace: true })
                return true
              },
            },
          ]}
        />
      }
    >
      <Section
        title={text('categories.picture')}
        actions={
          mayChange ? (
            <span className="flex gap-2">
              <input
                ref={input}
                type="file"
                accept="image/jpeg,image/png,image/webp"
                className="sr-only"
                tabIndex={-1}
                aria-hidden
                onChange={async (event) => {
                  const file = event.target.files?.[0]
                  event.target.value = ''
                  const uploaded = file && (await sending.send(file))
                  if (uploaded) saved(await change.mutate({ id, picture: uploaded.id }))
                }}
              />
              <Button
                variant="secondary"
                busy={sending.isPending}
                icon={<ImagePlus aria-hidden className="size-4" />}
                onClick={() => input.current?.click()}
              >
                {text('categories.picture.choose')}
              </Button>
              {category.picture ? (
                <Button variant="quiet" onClick={async () => saved(await change.mutate({ id, picture: null }))}>
                  {text('categories.picture.remove')}
                </Button>
              ) : null}
            </span>
          ) : null
        }
      >
        <Picture src={category.picture} alt="" size={96} />
        <p className="text-small text-muted">
          <bdi dir="ltr">{category.slug}</bdi> · {text('categories.products', { n: category.products })} ·{' '}
          {text('categories.withdrawn', { n: category.withdrawn })}
        </p>
        <MutationProblem refusal={sending.refusal} unreachable={sending.unreachable} />
      </Section>
      <Section title={`${text('categories.names')} – ${text('categories.missing', { n: missingNames(category) })}`}>
        <form
          aria-label={text('categories.names')}
          className="flex flex-col gap-3"
          onSubmit={async (event) => {
            event.preventDefault()
            const filled = Object.fromEntries(Object.entries(names).filter(([, name]) => name.trim() !== ''))
            saved(await change.mutate({ id, names: filled }))
          }}
        >
          <div className="grid gap-3 sm:grid-cols-2">
            {languages.map(({ code, name, dir }) => (
              <TextField
                key={code}
                label={name}
                lang={code}
                dir={dir}
                maxLength={60}
                readOnly={!mayChange}
                value={names[code] ?? ''}
                error={change.refusal?.fields[`names.${code}`]}
                onChange={(event) => setNames({ ...names, [code]: event.target.value })}
              />
            ))}
          </div>
          {mayChange ? (
            <Button type="submit" className="self-start" busy={change.isPending}>
              {text('categories.save')}
            </Button>
          ) : null}
          <MutationProblem
            refusal={Object.keys(change.refusal?.fields ?? {}).length > 0 ? null : change.refusal}
            unreachable={change.unreachable}
          />
        </form>
      </Section>
    </Detail>
  )
}
