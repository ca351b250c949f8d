import type { ResponseBody } from '@quayside/contract'
import type { productRecord } from '@quayside/contract/products'
import { languages } from '@quayside/contract/languages'
import { formatAmount } from '../../lib/format.ts'
import { createText, t } from '../../lib/texts.ts'
import products from '../../locales/en/products.ts'

export const text = createText(products)

/** A product as its desk reads it. */
export type Product = ResponseBody<typeof productRecord>

type Values = Record<string, string | number | boolean>

/**
 * The label of a changed column: of the product, of a text such as `name.de`, or of a variant such as `options.MUG-1`.
 */
function labelOf(column: string): string {
  const [field, language] = column.split('.') as [string, string | undefined]
  const label = Object.hasOwn(products, `products.field.${field}`)
    ? text(`products.field.${field}` as keyof typeof products)
    : field
  const name = languages.find(({ code }) => code === language)?.name
  // Otherwise it is the code of a variant.
  const of = name ?? language
  return of ? `${label}, ${of}` : label
}

const prices = ['supplierPrice', 'suggestedPrice']

function show(column: string, value: string | number | boolean | undefined): string {
  if (value === undefined || value === '') return t('common.none')
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no')
  return prices.includes(column) ? formatAmount(String(value)) : String(value)
}

/** Longer texts are not shown whole: the product itself has them. */
const short = (value: string) => (value.length > 60 ? `${value.slice(0, 60)}…` : value)

/** What a change did to a product, one column after the other. */
export function ChangedValues({ before, after }: { before: Values | null; after: Values }) {
  return (
    <span className="flex flex-wrap gap-x-3">
      {Object.keys(after).map((column) => (
        <span key={column} className="whitespace-pre-wrap">
          {text('products.history.value', {
            column: labelOf(column),
            before: before ? `\u2068${short(show(column, before[column]))}\u2069` : t('common.none'),
            after: `\u2068${short(show(column, after[column]))}\u2069`,
          })}
        </span>
      ))}
    </span>
  )
}
