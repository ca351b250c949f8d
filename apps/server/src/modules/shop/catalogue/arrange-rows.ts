/** Prepares the rows of product files, as other programs export them. */
import { maxVariantOptions } from '@quayside/contract'
import { mayBeCutNumber } from '../../staff/imports/cut-number.ts'
import type { Arrange, Content, Problem, RowTexts } from '../../staff/imports/kind.ts'
import { textOfHtml } from './plain-text.ts'

/** Texts that stand only in the first row of a product, or in the row of its parent. */
const filled = ['name', 'description', 'category', 'supplier', 'option1Name', 'option2Name', 'option3Name']
const keyOf = (code: string | undefined) => (code ?? '').toUpperCase()

/**
 * Turns HTML into text and fills the blank texts of the further variants of a product. Leaves out a row that only
 * repeats the code of the row above, such as a further picture, and the row of a parent, which is no variant.
 */
export function arrangeProducts(): Arrange {
  const parents = new Map<string, RowTexts>()
  let above: RowTexts = {}
  return (texts, notes) => {
    for (const column of ['name', 'description']) {
      const plain = textOfHtml(texts[column] ?? '')
      if (plain === null) continue
      texts[column] = plain
      notes.html += 1
    }
    const type = (texts['rowType'] ?? '').toLowerCase().split(/[\s,]+/)
    const code = keyOf(texts['code'])
    if (type.includes('variable')) {
      parents.set(code, shared(texts))
      notes.leftOut += 1
      return false
    }
    const parent = texts['parent'] ? parents.get(keyOf(texts['parent'])) : undefined
    // The name of such a row is the name of its variant.
    if (texts['parent']) Object.assign(texts, { name: '', description: '', ...pickFilled(parent) })
    else if (code !== '' && code === keyOf(above['code'])) {
      if (Object.entries(texts).every(([column, text]) => column === 'code' || text === '')) {
        notes.leftOut += 1
        return false
      }
      fill(texts, above)
    } else above = { ...shared(texts), code }
    if (parent) fill(texts, parent)
    notes.cut += ['code', 'variant'].filter((column) => mayBeCutNumber(texts[column] ?? '')).length
    return true
  }
}

const shared = (texts: RowTexts): RowTexts =>
  Object.fromEntries(filled.flatMap((column) => (texts[column] ? [[column, texts[column]] as const] : [])))

const pickFilled = (parent: RowTexts | undefined): RowTexts =>
  Object.fromEntries(['name', 'description'].map((column) => [column, parent?.[column] ?? '']))

function fill(texts: RowTexts, from: RowTexts): void {
  for (const column of filled) if (texts[column] === '' && from[column]) texts[column] = from[column]
}

/** One variant without a choice, as Shopify writes it. */
const isNoOption = (name: string, value: string) => name === 'Title' && value === 'Default Title'

/** Makes one value of the pairs of option columns, and the codes of a variant that names its parent. */
export function completeProduct(content: Content): { content: Content } | { problems: Problem[] } {
  const { parent, rowType: _, ...rest } = content
  const complete: Content = parent === undefined ? rest : { ...rest, code: parent, variant: rest['code']! }
  const options: string[] = []
  for (let n = 1; n <= maxVariantOptions; n += 1) {
    const [nameColumn, valueColumn] = [`option${n}Name`, `option${n}Value`]
    const [name, value] = [complete[nameColumn], complete[valueColumn]]
    delete complete[nameColumn]
    delete complete[valueColumn]
    if (value === undefined || isNoOption(String(name), String(value))) continue
    if (name === undefined) return { problems: [{ column: nameColumn, reason: 'field/required' }] }
    options.push(`${name}: ${value}`)
  }
  if (options.length > 0 && complete['options'] === undefined) complete['options'] = options.join('; ')
  return { content: complete }
}
