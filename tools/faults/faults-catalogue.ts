/** Faults in imports and in changes of products. */
import { fault, type Fault } from './fault.ts'

const imports = 'apps/server/src/modules/imports'
const catalogue = 'apps/server/src/modules/catalogue'
const migrations = 'apps/server/migrations'
const importTests = [`${catalogue}/product-import.test.ts`]
const fileTests = [`${imports}/read-file.test.ts`]
const variantTests = [`${catalogue}/variants.test.ts`]
const variantMigration = `${migrations}/2026-11-26-1200-product-variants.sql`
const catalogueTests = [`${catalogue}/catalogue.test.ts`]

export const catalogueFaults: Fault[] = [
  fault(
    'an order without a choice gets the first variant',
    'apps/server/src/modules/orders/place-order.ts',
    `  if (id === undefined && offered.length > 1) return refuse('product/variant-required', { name })\n`,
    '',
    variantTests,
  ),
  fault(
    'a variant is sold although only its product has stock',
    `${catalogue}/stock.ts`,
    `v.stock >= w.pieces and not v.withdrawn and (`,
    `(select p.stock from product p where p.id = v.product_id) >= w.pieces and not v.withdrawn and (`,
    variantTests,
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
    variantMigration,
    `coalesce(max(v.supplier_price) filter (where not v.withdrawn), max(v.supplier_price)) as supplier_price`,
    `max(v.supplier_price) as supplier_price`,
    variantTests,
  ),
  fault(
    'the release before variants writes the stock of a product with several',
    variantMigration,
    `if (select count(*) from product_variant where product_id = new.id) > 1 then`,
    `if (select count(*) from product_variant where product_id = new.id) > 100 then`,
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
    `${migrations}/2026-11-25-1410-catalogue-desk.sql`,
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
    `${migrations}/2026-11-25-1400-imports.sql`,
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
    `${imports}/read-csv.ts`,
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
