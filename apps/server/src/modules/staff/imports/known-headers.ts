/** Which import column a header of a file means: our own names, and the headers of other programs' exports. */
import { importKinds, type ImportKindName } from '@quayside/contract/imports'

/** Letters and digits of a column name: "Supplier price" and "supplier_price" are the same column. */
const plain = (name: string) => name.toLowerCase().replace(/[^\p{Letter}\p{Number}]/gu, '')

/** Exports of shop programs: the headers by which one is recognised, and its columns by the import column. */
const exports: { recognisedBy: string[]; columns: Record<string, string> }[] = [
  {
    // Shopify
    recognisedBy: ['Handle', 'Variant SKU'],
    columns: {
      code: 'Handle',
      variant: 'Variant SKU',
      name: 'Title',
      description: 'Body (HTML)',
      category: 'Type',
      supplierPrice: 'Cost per item',
      suggestedPrice: 'Variant Price',
      stock: 'Variant Inventory Qty',
      option1Name: 'Option1 Name',
      option1Value: 'Option1 Value',
      option2Name: 'Option2 Name',
      option2Value: 'Option2 Value',
      option3Name: 'Option3 Name',
      option3Value: 'Option3 Value',
    },
  },
  {
    // WooCommerce
    recognisedBy: ['SKU', 'Parent', 'Regular price'],
    columns: {
      code: 'SKU',
      parent: 'Parent',
      rowType: 'Type',
      name: 'Name',
      description: 'Description',
      category: 'Categories',
      supplierPrice: 'Cost of goods',
      suggestedPrice: 'Regular price',
      stock: 'Stock',
      option1Name: 'Attribute 1 name',
      option1Value: 'Attribute 1 value(s)',
      option2Name: 'Attribute 2 name',
      option2Value: 'Attribute 2 value(s)',
      option3Name: 'Attribute 3 name',
      option3Value: 'Attribute 3 value(s)',
    },
  },
]

const ownColumns = (kind: ImportKindName) =>
  new Map<string, string>(importKinds[kind].columns.map(({ name }) => [plain(name), name]))

/** Whether a text is a header that a file of this kind may have. Says nothing about the other headers. */
export function isHeaderOf(kind: ImportKindName): (text: string) => boolean {
  const known = new Set([
    ...ownColumns(kind).keys(),
    ...exports.flatMap(({ columns }) => Object.values(columns).map(plain)),
  ])
  return (text) => known.has(plain(text))
}

/** The import column of each header, each column once; an empty text for none. */
export function suggestMapping(kind: ImportKindName, headers: readonly string[]): string[] {
  const own = ownColumns(kind)
  const present = new Set(headers.map(plain))
  const program = exports.find(({ recognisedBy }) => recognisedBy.every((header) => present.has(plain(header))))
  const open = program
    ? new Map(
        Object.entries(program.columns)
          .filter(([column]) => own.has(plain(column)))
          .map(([column, header]) => [plain(header), column]),
      )
    : own
  return headers.map((header) => {
    const column = open.get(plain(header))
    open.delete(plain(header))
    return column ?? ''
  })
}
