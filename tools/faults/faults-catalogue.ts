/** Faults in imports and in changes of products. */
import { fault, schemaOf, type Fault } from './fault.ts'

const imports = 'apps/server/src/modules/staff/imports'
const catalogue = 'apps/server/src/modules/shop/catalogue'
const importTests = [`${catalogue}/product-import.test.ts`]
const fileTests = [`${imports}/read-file.test.ts`]
const variantTests = [`${catalogue}/variants.test.ts`]
const stockTests = [`${catalogue}/stock.test.ts`]
const catalogueTests = [`${catalogue}/catalogue.test.ts`]

export const catalogueFaults: Fault[] = [
  fault(
    'an order without a choice gets the first variant',
    'apps/server/src/modules/selling/orders/placing/place-order.ts',
    `  if (id === undefined && offered.length > 1) return refuse('product/variant-required', { name })\n`,
    '',
    variantTests,
  ),
  fault(
    'a variant is sold although only its product has stock',
    schemaOf('catalogue'),
    `where s.variant_id = w.id and s.pieces >= w.pieces and not v.withdrawn`,
    `where s.variant_id = w.id and (select p.stock from product p where p.id = v.product_id) >= w.pieces and not v.withdrawn`,
    variantTests,
  ),
  fault(
    'orders of one product wait for each other again',
    schemaOf('catalogue'),
    `where variant_id = wanted[1] and pieces >= wanted_pieces[1] limit 1 for update skip locked;`,
    `where false limit 1 for update skip locked;`,
    stockTests,
  ),
  fault(
    'an order waits for a slot that another order holds',
    schemaOf('catalogue'),
    `where variant_id = wanted[1] and pieces >= wanted_pieces[1] limit 1 for update skip locked;`,
    `where variant_id = wanted[1] and pieces >= wanted_pieces[1] order by slot limit 1 for update;`,
    stockTests,
  ),
  fault(
    'an order takes from a slot what it does not have',
    schemaOf('catalogue'),
    `where variant_id = wanted[1] and pieces >= wanted_pieces[1] limit 1 for update skip locked;`,
    `where variant_id = wanted[1] limit 1 for update skip locked;`,
    stockTests,
  ),
  fault(
    'a product with few pieces keeps slots, so it seems sold out while it is not',
    schemaOf('catalogue'),
    `when (new.pieces < 200 and new.pieces < old.pieces)`,
    `when (new.pieces < 0 and new.pieces < old.pieces)`,
    stockTests,
  ),
  fault(
    'pieces of ended slots are lost',
    schemaOf('catalogue'),
    `  update variant_stock s set pieces = s.pieces + b.pieces from by_variant b where s.variant_id = b.variant_id;`,
    `  update variant_stock s set pieces = s.pieces from by_variant b where s.variant_id = b.variant_id;`,
    stockTests,
  ),
  fault(
    'a desk reads the stock of a product without its slots',
    `${catalogue}/product-store.ts`,
    `  await sql\`select gather_stock(\${ids}::uuid[])\`.execute(tx)\n`,
    '',
    stockTests,
  ),
  fault(
    'people read the stock of a product without its slots',
    `${catalogue}/store.ts`,
    'export const productStock = sql`(p.stock + (select coalesce(sum(c.pieces), 0) from stock_slot c where c.product_id = p.id))::int`',
    'export const productStock = sql`p.stock`',
    stockTests,
  ),
  fault(
    'a withdrawn variant is sold from its slots',
    schemaOf('catalogue'),
    `from fresh n join former o using (id) where n.withdrawn and not o.withdrawn`,
    `from fresh n join former o using (id) where false`,
    stockTests,
  ),
  fault(
    'an order takes those of its goods that are left',
    `${catalogue}/stock.ts`,
    `  if (taken.length === ids.length) return\n`,
    `  if (taken.length > 0 || ids.length === 0) return\n`,
    variantTests,
  ),
  fault(
    'a cancelled order gives its pieces back to the first variant',
    `${catalogue}/stock.ts`,
    'const movedVariant = sql`coalesce(m.variant_id, m.product_id)`',
    'const movedVariant = sql`m.product_id`',
    variantTests,
  ),
  fault(
    'the price of a withdrawn variant decides about the shelf',
    schemaOf('catalogue'),
    `coalesce(max(v.supplier_price) filter (where not v.withdrawn), max(v.supplier_price)) as supplier_price`,
    `max(v.supplier_price) as supplier_price`,
    variantTests,
  ),
  fault(
    'the server’s role writes the stock of a variant past its table',
    schemaOf('catalogue'),
    `grant select, insert, update (code, options, supplier_price, withdrawn, place) on product_variant`,
    `grant select, insert, update on product_variant`,
    variantTests,
  ),
  fault(
    'variants of a product differ in their options',
    `${catalogue}/product.ts`,
    `return same && different ? null`,
    `return different ? null`,
    variantTests,
  ),
  fault(
    'a change of products does something else than the preview showed',
    `${catalogue}/change-products.ts`,
    `  if (plan.digest !== digest) refuse('product/effect-changed')\n`,
    '',
    catalogueTests,
  ),
  fault(
    'an undo of a change writes over what changed again',
    `${catalogue}/change-products.ts`,
    `same && row.before && Object.keys(differenceOf(product, same).after).length === 0`,
    `same && row.before`,
    catalogueTests,
  ),
  fault(
    'a change of products is undone twice',
    schemaOf('catalogue'),
    `undoes uuid constraint product_change_undone_once unique references product_change`,
    `undoes uuid references product_change`,
    catalogueTests,
  ),
  fault(
    'an import writes over what changed since its preview',
    `${catalogue}/product-import.ts`,
    `      column !== 'stock' &&
      present[column] !== value &&`,
    `      column === '' &&
      present[column] !== value &&`,
    importTests,
  ),
  fault(
    'two rows of a file about the same product are both committed',
    `${imports}/run-imports.ts`,
    `      await refuseDuplicates(tx, row.id, requiredColumns(kind)[0]!)\n`,
    '',
    importTests,
  ),
  fault(
    'a committed row of an import can be committed again',
    schemaOf('imports'),
    `when (old.state in ('added', 'changed') and new.state <> old.state`,
    `when (old.state in ('undone') and new.state <> old.state`,
    importTests,
  ),
  fault(
    'an import can be undone after the hour',
    `${imports}/move-import.ts`,
    `  if (until <= mover.now) refuse('import/undo-over')\n`,
    '',
    importTests,
  ),
  fault(
    'an exported text runs as a formula in a spreadsheet',
    'apps/server/src/platform/files/csv.ts',
    `formulaStart.test(cell) ?`,
    `formulaStart.test('') ?`,
    fileTests,
  ),
  fault(
    'a small archive may unpack to any size',
    `${imports}/read-xlsx.ts`,
    `entry.uncompressedSize > limits.ratio * entry.compressedSize`,
    `entry.uncompressedSize > limits.total`,
    fileTests,
  ),
]
