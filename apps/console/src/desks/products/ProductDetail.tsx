import { uploadFile, useApiInfiniteQuery, useApiMutation, useApiQuery } from '@quayside/client'
import type { Language, ResponseBody } from '@quayside/contract'
import {
  adjustStock,
  editProduct,
  listSuppliers,
  maxProductPictures,
  operatorCategories,
  productHistory,
  productRecord,
  productShops,
  saveProductPictures,
  saveProductText,
  stockMovements,
  stockReasons,
} from '@quayside/contract/catalogue'
import { operatorUpload } from '@quayside/contract/files'
import { directionOf, languages } from '@quayside/contract/languages'
import { Button, IconButton, Money, Picture, SelectField, TextArea, TextField, toast } from '@quayside/ui'
import { ArrowDown, ArrowLeft, ArrowUp, ImagePlus, MoveUp, Trash2 } from 'lucide-react'
import { useId, useRef, useState, type FormEvent } from 'react'
import { useOperator } from '../../app/operator.ts'
import { FactList, History, Section } from '../../components/FactList.tsx'
import { MutationProblem, QueryState } from '../../components/QueryState.tsx'
import { Detail } from '../../components/Queue.tsx'
import { useFileUpload } from '../../hooks/useFileUpload.ts'
import { formatDate, formatNumber } from '../../lib/format.ts'
import { createText, t } from '../../lib/texts.ts'
import stock from '../../locales/en/stock.ts'
import { ChangePanel } from './ChangePanel.tsx'
import { optionsLine, ProductVariants } from './ProductVariants.tsx'
import { ProductState } from './ProductState.tsx'
import { ChangedValues, text } from './values.tsx'

const stockText = createText(stock)
type Product = ResponseBody<typeof productRecord>

/** One product: facts, pictures, texts, stock, history, and the shops that sell it. */
export function ProductDetail({
  id,
  onBack,
  onNext,
  onPrevious,
}: {
  id: string
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
        <span className="ms-auto flex">
          <IconButton
            label={text('products.detail.previous')}
            aria-keyshortcuts="K"
            disabled={!onPrevious}
            icon={<ArrowUp aria-hidden className="size-4" />}
            className="size-(--control)! disabled:opacity-40"
            onClick={() => onPrevious?.()}
          />
          <IconButton
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
            <Pictures key={product.pictures.map(({ url }) => url).join()} product={product} mayChange={mayChange} />
            <Texts product={product} mayChange={mayChange} />
            <Stock product={product} mayCount={mayCount} />
          </Detail>
        )}
      </QueryState>
    </section>
  )
}

function ProductFacts({ product, mayChange }: { product: Product; mayChange: boolean }) {
  const categories = useApiQuery(operatorCategories, {})
  const suppliers = useApiQuery(listSuppliers, {}, { enabled: mayChange })
  const edit = useApiMutation(editProduct)
  const category = categories.data?.list.find(({ id }) => id === product.categoryId)
  return (
    <Section title={text('products.detail.facts')}>
      <FactList
        items={[
          { label: text('products.column.code'), value: <bdi dir="ltr">{product.code}</bdi> },
          { label: text('products.column.price'), value: <Money value={product.supplierPrice} /> },
          { label: text('products.column.suggested'), value: <Money value={product.suggestedPrice} /> },
          { label: text('products.column.stock'), value: formatNumber(product.stock) },
          { label: text('products.detail.reserved'), value: formatNumber(product.reserved) },
          { label: text('products.column.shops'), value: formatNumber(product.shops) },
          { label: text('products.column.sold'), value: formatNumber(product.sold30) },
          { label: text('products.detail.since'), value: formatDate(product.createdAt) },
          !mayChange && { label: text('products.column.category'), value: category?.names['en'] ?? null },
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
            {suppliers.data?.list.map(({ id, name }) => (
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

/** The id of a public picture, from its address. */
const fileOf = (url: string): string => /([0-9a-f-]{36})\.webp$/.exec(url)?.[1] ?? ''

function Pictures({ product, mayChange }: { product: Product; mayChange: boolean }) {
  const [pictures, setPictures] = useState(product.pictures)
  const save = useApiMutation(saveProductPictures)
  const sending = useFileUpload((file: File, onProgress: (part: number) => void) =>
    uploadFile(operatorUpload, { purpose: 'product' }, file, onProgress),
  )
  const input = useRef<HTMLInputElement>(null)
  const changed = JSON.stringify(pictures) !== JSON.stringify(product.pictures)
  const add = async (file: File | undefined) => {
    const uploaded = file && (await sending.send(file))
    if (uploaded?.url) setPictures((before) => [...before, { url: uploaded.url!, alt: '' }])
  }
  return (
    <Section
      title={text('products.pictures')}
      actions={
        mayChange && pictures.length < maxProductPictures ? (
          <>
            <input
              ref={input}
              type="file"
              accept="image/jpeg,image/png,image/webp"
              className="sr-only"
              tabIndex={-1}
              aria-hidden
              onChange={(event) => {
                void add(event.target.files?.[0])
                event.target.value = ''
              }}
            />
            <Button
              variant="secondary"
              icon={<ImagePlus aria-hidden className="size-4" />}
              busy={sending.isPending}
              onClick={() => input.current?.click()}
            >
              {text('products.pictures.add')}
            </Button>
          </>
        ) : null
      }
    >
      {pictures.length === 0 ? <p className="text-muted">{text('products.pictures.none')}</p> : null}
      <ol className="flex flex-col gap-2">
        {pictures.map(({ url, alt }, index) => (
          <li key={url} className="flex items-center gap-3">
            <Picture src={url} alt={alt} size={72} />
            {mayChange ? (
              <>
                <div className="min-w-0 flex-1">
                  <TextField
                    label={text('products.pictures.alt', { n: index + 1 })}
                    hint={index === 0 ? text('products.pictures.first') : undefined}
                    dir="auto"
                    maxLength={200}
                    value={alt}
                    onChange={(event) =>
                      setPictures(pictures.map((one, i) => (i === index ? { ...one, alt: event.target.value } : one)))
                    }
                  />
                </div>
                <IconButton
                  label={text('products.pictures.up', { n: index + 1 })}
                  disabled={index === 0}
                  icon={<MoveUp aria-hidden className="size-4" />}
                  className="size-(--control)! disabled:opacity-40"
                  onClick={() =>
                    setPictures(pictures.with(index - 1, pictures[index]!).with(index, pictures[index - 1]!))
                  }
                />
                <IconButton
                  label={text('products.pictures.remove', { n: index + 1 })}
                  icon={<Trash2 aria-hidden className="size-4" />}
                  className="size-(--control)!"
                  onClick={() => setPictures(pictures.filter((_, i) => i !== index))}
                />
              </>
            ) : (
              <span dir="auto">{alt}</span>
            )}
          </li>
        ))}
      </ol>
      <MutationProblem
        refusal={sending.refusal ?? save.refusal}
        unreachable={sending.unreachable || save.unreachable}
      />
      {changed ? (
        <Button
          className="self-start"
          busy={save.isPending}
          onClick={async () => {
            const done = await save.mutate({
              id: product.id,
              pictures: pictures.map(({ url, alt }) => ({ file: fileOf(url), alt })),
            })
            if (done) toast(text('products.pictures.saved'))
          }}
        >
          {text('products.pictures.save')}
        </Button>
      ) : null}
    </Section>
  )
}

function Texts({ product, mayChange }: { product: Product; mayChange: boolean }) {
  const [language, setLanguage] = useState<Language>('en')
  const written = product.texts.find((one) => one.language === language)
  return (
    <Section
      title={`${text('products.texts')} – ${text('products.texts.missing', { n: product.missingTexts.length })}`}
    >
      <div className="flex flex-col gap-3">
        <SelectField
          label={text('products.texts.language')}
          value={language}
          onChange={(event) => setLanguage(event.target.value as Language)}
        >
          {languages.map(({ code, name }) => (
            <option key={code} value={code}>
              {product.missingTexts.includes(code) ? text('products.texts.language.missing', { language: name }) : name}
            </option>
          ))}
        </SelectField>
        <TextForm
          key={`${language} ${written?.name} ${written?.description}`}
          product={product}
          language={language}
          written={written}
          mayChange={mayChange}
        />
      </div>
    </Section>
  )
}

function TextForm({
  product,
  language,
  written,
  mayChange,
}: {
  product: Product
  language: Language
  written: Product['texts'][number] | undefined
  mayChange: boolean
}) {
  const [name, setName] = useState(written?.name ?? '')
  const [description, setDescription] = useState(written?.description ?? '')
  const save = useApiMutation(saveProductText)
  const send = async (value: { name: string; description: string } | null) => {
    const done = await save.mutate({ id: product.id, language, text: value })
    if (done) toast(text('products.texts.saved'))
  }
  const { id } = product
  const english = product.texts[0]!
  return (
    <form
      aria-label={text('products.texts')}
      className="flex flex-col gap-3"
      lang={language}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void send({ name, description })
      }}
    >
      <TextField
        id={`${id}-name`}
        label={text('products.texts.name')}
        dir={directionOf(language)}
        maxLength={160}
        readOnly={!mayChange}
        hint={written ? undefined : `${text('products.texts.fallback')} \u2068${english.name}\u2069`}
        value={name}
        error={save.refusal?.fields['text.name']}
        onChange={(event) => setName(event.target.value)}
      />
      <TextArea
        label={text('products.texts.description')}
        dir={directionOf(language)}
        rows={4}
        maxLength={4000}
        readOnly={!mayChange}
        value={description}
        error={save.refusal?.fields['text.description']}
        onChange={(event) => setDescription(event.target.value)}
      />
      <MutationProblem
        refusal={Object.keys(save.refusal?.fields ?? {}).length > 0 ? null : save.refusal}
        unreachable={save.unreachable}
      />
      {mayChange ? (
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="secondary" busy={save.isPending}>
            {text('products.texts.save')}
          </Button>
          {written && language !== 'en' ? (
            <Button variant="quiet" onClick={() => void send(null)}>
              {text('products.texts.remove')}
            </Button>
          ) : null}
        </div>
      ) : (
        <p className="text-small text-muted">{text('products.no-right')}</p>
      )}
    </form>
  )
}

function Stock({ product, mayCount }: { product: Product; mayCount: boolean }) {
  const { roles } = useOperator()
  const mayRead = mayCount || roles.includes('auditor')
  const query = useApiQuery(stockMovements, { productId: product.id, limit: 10 }, { enabled: mayRead })
  const adjust = useApiMutation(adjustStock)
  const [variantId, setVariantId] = useState(product.variants[0]!.id)
  const [pieces, setPieces] = useState('')
  const [reason, setReason] = useState<(typeof stockReasons)[number]>('delivery')
  const [note, setNote] = useState('')
  const [wrong, setWrong] = useState<string>()
  const formId = useId()
  if (!mayRead) return null
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!/^-?[1-9]\d{0,7}$/.test(pieces.trim())) return setWrong(text('products.stock.pieces.wrong'))
    const done = await adjust.mutate({ id: product.id, variantId, pieces: Number(pieces), reason, note })
    if (!done) return
    toast(text('products.stock.done', { n: done.stock }))
    setPieces('')
    setNote('')
  }
  return (
    <Section title={text('products.stock')}>
      {mayCount ? (
        <form
          id={formId}
          aria-label={text('products.stock.adjust')}
          className="grid items-start gap-3 sm:grid-cols-3"
          onSubmit={(event) => void send(event)}
        >
          {product.variants.length > 1 ? (
            <div className="sm:col-span-3">
              <SelectField
                label={text('products.stock.variant')}
                value={variantId}
                onChange={(event) => setVariantId(event.target.value)}
              >
                {product.variants.map(({ id, code, options, stock: left }) => (
                  <option key={id} value={id}>
                    {`${optionsLine(options) || code} – ${formatNumber(left)}`}
                  </option>
                ))}
              </SelectField>
            </div>
          ) : null}
          <TextField
            label={text('products.stock.pieces')}
            dir="ltr"
            autoComplete="off"
            value={pieces}
            error={wrong}
            onChange={(event) => {
              setPieces(event.target.value)
              setWrong(undefined)
            }}
          />
          <SelectField
            label={text('products.stock.reason')}
            value={reason}
            onChange={(event) => setReason(event.target.value as typeof reason)}
          >
            {stockReasons.map((one) => (
              <option key={one} value={one}>
                {stockText(`stock.reason.${one}`)}
              </option>
            ))}
          </SelectField>
          <TextField
            label={text('products.stock.note')}
            dir="auto"
            maxLength={500}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
          <div className="sm:col-span-3">
            <Button type="submit" variant="secondary" busy={adjust.isPending}>
              {text('products.stock.adjust')}
            </Button>
            <MutationProblem refusal={adjust.refusal} unreachable={adjust.unreachable} />
          </div>
        </form>
      ) : null}
      <QueryState query={query} rows={3}>
        {({ list }) =>
          list.length === 0 ? (
            <p className="text-muted">{text('products.stock.none')}</p>
          ) : (
            <History
              entries={list.map((row) => ({
                key: row.id,
                at: row.at,
                who: row.operator ?? row.order,
                text: `${row.options.length > 0 ? `${optionsLine(row.options)} · ` : ''}${row.pieces > 0 ? '+' : ''}${formatNumber(row.pieces)} · ${
                  row.reason ? stockText(`stock.reason.${row.reason}`) : stockText(`stock.cause.${row.cause}`)
                }${row.note ? ` · \u2068${row.note}\u2069` : ''}`,
              }))}
            />
          )
        }
      </QueryState>
    </Section>
  )
}

function Changes({ id }: { id: string }) {
  const list = useApiInfiniteQuery(productHistory, { id, limit: 20 }, { keyOf: ({ changeId }) => changeId })
  return (
    <Section title={text('products.history')}>
      <QueryState query={{ ...list, data: list.first }} rows={3}>
        {() =>
          list.rows.length === 0 ? (
            <p className="text-muted">{text('products.history.none')}</p>
          ) : (
            <History
              entries={list.rows.map(({ changeId, at, operator, cause, before, after }) => ({
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
              {list.rows.map(({ shop, name, price, shelf, sold }) => (
                <li key={shop} className="flex flex-wrap gap-x-2">
                  <bdi className="min-w-0 flex-1 truncate">{name ?? shop}</bdi>
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
