import { maxVariantOptions } from '@quayside/contract/catalogue'
import { Button, IconButton, Switch, TextField } from '@quayside/ui'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { fact, FactList, Section } from '../../components/FactList.tsx'
import { formatNumber } from '../../lib/format.ts'
import { PreviewedChange, type Change } from './PreviewedChange.tsx'
import { text, type Product } from './values.tsx'

/** A variant in the form. `values` are those of the options, in the order of their names. */
type Row = { code: string; values: string[]; supplierPrice: string; offered: boolean; known: boolean }

const rowsOf = (product: Product): Row[] =>
  product.variants.map(({ code, options, supplierPrice, withdrawn }) => ({
    code,
    values: options.map(({ value }) => value),
    supplierPrice,
    offered: !withdrawn,
    known: true,
  }))
/** The names in the field "Options", such as "Colour, Size". */
const namesIn = (typed: string): string[] =>
  typed
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

/** What the variants of a product are called in one line. */
export const optionsLine = (options: readonly { value: string }[]): string =>
  options.map(({ value }) => value).join(' · ')

/** The variants of a product: their options, prices and availability. Their stock is moved under "Stock". */
export function ProductVariants({
  product,
  mayChange,
  onDone,
}: {
  product: Product
  mayChange: boolean
  onDone: () => void
}) {
  return (
    <Section title={text('products.variants')}>
      {product.variants.length > 1 ? (
        <FactList
          items={product.variants.map(({ code, options, stock, reserved }) =>
            fact(optionsLine(options) || code, text('products.variants.stock', { stock, reserved })),
          )}
        />
      ) : (
        <p className="text-muted">{text('products.variants.one')}</p>
      )}
      {mayChange ? (
        <div className="-mx-4">
          <VariantsForm key={JSON.stringify(product.variants)} product={product} onDone={onDone} />
        </div>
      ) : null}
    </Section>
  )
}

function VariantsForm({ product, onDone }: { product: Product; onDone: () => void }) {
  const [rows, setRows] = useState(() => rowsOf(product))
  const [names, setNames] = useState(() =>
    (product.variants.find(({ withdrawn }) => !withdrawn) ?? product.variants[0]!).options
      .map(({ name }) => name)
      .join(', '),
  )
  const options = namesIn(names).slice(0, maxVariantOptions)
  const change = (index: number, part: Partial<Row>) =>
    setRows(rows.map((row, i) => (i === index ? { ...row, ...part } : row)))
  const changeOf = (): Change => ({
    variants: rows.map(({ code, values, supplierPrice, offered }) => ({
      code: code.trim().toUpperCase(),
      options: options.map((name, place) => ({ name, value: values[place] ?? '' })),
      supplierPrice: supplierPrice.trim(),
      withdrawn: !offered,
    })),
  })
  const add = () =>
    setRows([
      ...rows,
      {
        code: `${product.code}-${formatNumber(rows.length + 1)}`,
        values: [],
        supplierPrice: rows.at(-1)!.supplierPrice,
        offered: true,
        known: false,
      },
    ])
  return (
    <PreviewedChange
      label={text('products.variants')}
      selection={{ products: [product.id] }}
      changeOf={changeOf}
      version={JSON.stringify([options, rows])}
      onDone={onDone}
    >
      {(problems) => (
        <div className="flex flex-col gap-3 px-4 py-3">
          <TextField
            label={text('products.variants.options')}
            hint={text('products.variants.options.hint')}
            autoComplete="off"
            value={names}
            onChange={(event) => setNames(event.target.value)}
          />
          {rows.map((row, index) => {
            const problem = (field: string) => problems[`change.variants.${index}.${field}`]
            return (
              <fieldset
                key={row.known ? row.code : index}
                className="grid items-start gap-3 border-t border-border pt-3 sm:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]"
              >
                <legend className="sr-only">{text('products.variants.nth', { n: index + 1 })}</legend>
                <TextField
                  label={text('products.column.code')}
                  dir="ltr"
                  autoComplete="off"
                  maxLength={40}
                  readOnly={row.known}
                  value={row.code}
                  error={problem('code')}
                  onChange={(event) => change(index, { code: event.target.value })}
                />
                {options.map((name, place) => (
                  <TextField
                    key={name}
                    label={name}
                    autoComplete="off"
                    maxLength={60}
                    value={row.values[place] ?? ''}
                    error={problem(`options.${place}.value`) ?? problem(`options.${place}.name`)}
                    onChange={(event) =>
                      change(index, {
                        values: options.map((_, i) => (i === place ? event.target.value : (row.values[i] ?? ''))),
                      })
                    }
                  />
                ))}
                <TextField
                  label={text('products.column.price')}
                  inputMode="decimal"
                  dir="ltr"
                  autoComplete="off"
                  value={row.supplierPrice}
                  error={problem('supplierPrice')}
                  onChange={(event) => change(index, { supplierPrice: event.target.value })}
                />
                <div className="flex items-center gap-2 sm:pt-5">
                  <Switch
                    label={text('products.variants.offered')}
                    checked={row.offered}
                    onChange={(event) => change(index, { offered: event.target.checked })}
                  />
                  {row.known ? null : (
                    <IconButton
                      repeatable
                      label={text('products.variants.remove', { n: index + 1 })}
                      icon={<Trash2 aria-hidden className="size-4" />}
                      className="size-(--control)!"
                      onClick={() => setRows(rows.filter((_, i) => i !== index))}
                    />
                  )}
                </div>
              </fieldset>
            )
          })}
          <Button
            variant="secondary"
            className="self-start"
            icon={<Plus aria-hidden className="size-4" />}
            onClick={add}
          >
            {text('products.variants.add')}
          </Button>
        </div>
      )}
    </PreviewedChange>
  )
}
