import { uploadFile, useApiMutation, useApiQuery } from '@quayside/client'
import { operatorCategories } from '@quayside/contract/categories'
import { operatorUpload } from '@quayside/contract/files'
import { createProducts } from '@quayside/contract/products'
import { Button, Picture, SelectField, TextArea, TextField, toast } from '@quayside/ui'
import { ArrowLeft, ImagePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { MutationProblem } from '../../components/QueryState.tsx'
import { Detail } from '../../components/Queue.tsx'
import { useFileUpload } from '../../hooks/useFileUpload.ts'
import { useUnsaved } from '../../hooks/useUnsaved.ts'
import { focusNow } from '../../lib/focusNow.ts'
import { text } from './values.tsx'

const empty = {
  code: '',
  name: '',
  description: '',
  categorySlug: '',
  supplierPrice: '',
  suggestedPrice: '',
  stock: '0',
}

/** Adds one product. Many come by an import. */
export function NewProduct({ onBack, onAdded }: { onBack: () => void; onAdded: (id: string) => void }) {
  const [fields, setFields] = useState(empty)
  const [picture, setPicture] = useState<{ id: string; url: string | null } | null>(null)
  const [asked, setAsked] = useState(false)
  const categories = useApiQuery(operatorCategories, {})
  const create = useApiMutation(createProducts)
  const sending = useFileUpload((file: File, onProgress: (part: number) => void) =>
    uploadFile(operatorUpload, { purpose: 'product' }, file, onProgress),
  )
  const letGo = useUnsaved(fields !== empty || picture !== null)
  const input = useRef<HTMLInputElement>(null)
  const refused = create.refusal?.fields ?? {}
  const set = (name: keyof typeof empty) => (event: { target: { value: string } }) =>
    setFields((before) => ({ ...before, [name]: event.target.value }))
  const errorOf = (name: string) => refused[`products.0.${name}`]
  const add = async () => {
    if (!fields.categorySlug) return setAsked(true)
    const { stock, ...texts } = fields
    const made = await create.mutate({
      products: [{ ...texts, stock: Number(stock || 0), picture: picture?.id ?? null }],
    })
    if (!made) return
    toast(text('products.new.done'))
    letGo()
    onAdded(made.list[0]!.id)
  }
  return (
    <section aria-label={text('products.title')} className="flex min-h-0 flex-1 flex-col">
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
      </nav>
      <h1 className="sr-only">{text('products.title')}</h1>
      <Detail title={text('products.new')}>
        <form
          aria-label={text('products.new')}
          noValidate
          className="flex max-w-xl flex-col gap-3 px-4 py-3"
          onSubmit={(event) => {
            event.preventDefault()
            void add()
          }}
        >
          <p className="text-muted text-pretty">{text('products.new.text')}</p>
          <TextField
            ref={focusNow}
            label={text('products.new.code')}
            hint={text('products.new.code.hint')}
            error={errorOf('code')}
            dir="ltr"
            maxLength={40}
            value={fields.code}
            onChange={(event) => set('code')({ target: { value: event.target.value.toUpperCase() } })}
          />
          <TextField
            label={text('products.new.name')}
            error={errorOf('name')}
            dir="auto"
            maxLength={160}
            value={fields.name}
            onChange={set('name')}
          />
          <TextArea
            label={text('products.new.description')}
            error={errorOf('description')}
            dir="auto"
            rows={4}
            maxLength={4000}
            value={fields.description}
            onChange={set('description')}
          />
          <SelectField
            label={text('products.column.category')}
            error={
              errorOf('categorySlug') ?? (asked && !fields.categorySlug ? text('products.new.category') : undefined)
            }
            value={fields.categorySlug}
            onChange={set('categorySlug')}
          >
            <option value="">{text('products.new.choose')}</option>
            {categories.data?.list.map(({ slug, names }) => (
              <option key={slug} value={slug}>
                {names['en'] ?? slug}
              </option>
            ))}
          </SelectField>
          <div className="grid gap-3 sm:grid-cols-3">
            {(['supplierPrice', 'suggestedPrice', 'stock'] as const).map((name) => (
              <TextField
                key={name}
                label={text(`products.new.${name}`)}
                error={errorOf(name)}
                dir="ltr"
                inputMode={name === 'stock' ? 'numeric' : 'decimal'}
                maxLength={12}
                value={fields[name]}
                onChange={set(name)}
              />
            ))}
          </div>
          <div className="flex items-center gap-3">
            {picture?.url ? <Picture src={picture.url} alt="" size={72} /> : null}
            <input
              ref={input}
              type="file"
              accept="image/jpeg,image/png,image/webp"
              aria-label={text('products.new.picture')}
              className="sr-only"
              tabIndex={-1}
              onChange={async (event) => {
                const file = event.target.files?.[0]
                event.target.value = ''
                const sent = file && (await sending.send(file))
                if (sent) setPicture(sent)
              }}
            />
            <Button
              variant="secondary"
              icon={<ImagePlus aria-hidden className="size-4" />}
              busy={sending.isPending}
              onClick={() => input.current?.click()}
            >
              {text(picture ? 'products.new.picture.other' : 'products.new.picture')}
            </Button>
          </div>
          <Button type="submit" className="self-start" busy={create.isPending}>
            {text('products.new.add')}
          </Button>
          <MutationProblem
            refusal={sending.refusal ?? (Object.keys(refused).length > 0 ? null : create.refusal)}
            unreachable={sending.unreachable || create.unreachable}
          />
        </form>
      </Detail>
    </section>
  )
}
