import { useApiMutation, useApiQuery } from '@quayside/client'
import { adjustStock, stockMovements, stockReasons } from '@quayside/contract/stock'
import { Button, SelectField, TextField, toast } from '@quayside/ui'
import { useId, useState, type FormEvent } from 'react'
import { useOperator } from '../../app/operator.ts'
import { History, Section } from '../../components/FactList.tsx'
import { MutationProblem, QueryState } from '../../components/QueryState.tsx'
import { formatNumber } from '../../lib/format.ts'
import { createText } from '../../lib/texts.ts'
import stock from '../../locales/en/stock.ts'
import { optionsLine } from './ProductVariants.tsx'
import { text, type Product } from './values.tsx'

const stockText = createText(stock)

/** Counts pieces of a product in and out, and lists what changed its stock. */
export function ProductStock({ product, mayCount }: { product: Product; mayCount: boolean }) {
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
