/** Files as offices, shop programs and warehouses write them: each one imports, or is refused row by row. */
import { orderStatus, type TextEncoding } from '@quayside/contract'
import {
  commitImport,
  importDetail,
  importRows,
  layOutImport,
  mapImport,
  type ImportKindName,
} from '@quayside/contract/imports'
import { readdir, readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importKinds } from '../src/composition/imports.ts'
import { runImports } from '../src/modules/staff/imports/run-imports.ts'
import { newId } from '../src/platform/database/ids.ts'
import { queryAll, sql } from '../src/platform/database/postgres.ts'
import { anOperator, anOrder, aStockedShop } from './builders.ts'
import { uploadImport } from './import-files.ts'
import { startTestServer, type TestServer } from './server.ts'

const folder = new URL('import-samples/', import.meta.url)

type Expected = {
  kind?: ImportKindName
  encoding?: TextEncoding
  layout?: object
  reading?: object
  /** Values of committed rows by product or order code. */
  good: Record<string, string>
  /** Problems by line: header of the column and sentence. */
  bad?: Record<number, string>
}

const cut = 'This number was cut by the spreadsheet. Format the column as text and enter the number again.'
const codeRule = 'A product code has 2 to 60 characters: letters A–Z, digits, spaces and the signs - _ . /'
const amount = 'Enter an amount with up to two decimals, for example 12.50.'
const pieces = 'Enter a whole number, such as 1200.'
const oneNumber =
  'A tracking number has 4 to 40 letters and digits, with spaces or hyphens between them. Enter one number.'
const mug = 'Field Mug 4.50 9.90 10'

const samples: Record<string, Expected> = {
  'cp1252-semicolon.csv': { encoding: 'windows-1252', good: { 'FLD-1252': 'Thermobecher für Füße 4.50 9.90 10' } },
  'gb18030.csv': { encoding: 'gb18030', good: { 'FLD-GB': '保温杯 4.50 9.90 10' } },
  'shift-jis.csv': { encoding: 'shift_jis', good: { 'FLD-SJ': '水筒 4.50 9.90 10' } },
  'html-body.csv': { good: { 'FLD-HTML': mug }, reading: { html: 1, leftOut: 0, cut: 0 } },
  'inch-mark.csv': { good: { 'FLD-INCH': 'Monitor 27" wide 4.50 9.90 10' } },
  'inch-mark-start.csv': { good: { 'FLD-INCH2': '"Best" mug 4.50 9.90 10' } },
  'many-columns.csv': { good: { 'FLD-100': mug } },
  'prices-shapes.csv': {
    good: {
      'FLD-P1': mug,
      'FLD-P3': 'Field Mug 1204.50 2000.00 10',
      'FLD-P4': mug,
      'FLD-P6': 'Field Mug 4.00 10.00 10',
      'FLD-P7': 'Field Mug 4.50 9.90 12',
      'FLD-P8': 'Field Mug 4.50 9.90 1200',
      'FLD-P10': 'Field Mug 4.50 9.90 0',
    },
    bad: {
      3: `suggestedPrice: ${amount}`,
      6: 'supplierPrice: Enter an amount in US dollars, for example 12.50.',
      10: `stock: ${pieces}`,
    },
  },
  'sep-line.csv': { good: { 'FLD-SEP': mug }, layout: { headerLine: 2 } },
  'ship-csv-scientific.csv': {
    kind: 'shipments',
    good: {},
    bad: { 2: `trackingNumber: ${cut}`, 3: `trackingNumber: ${cut}`, 4: `trackingNumber: ${cut}` },
  },
  'ship-shapes.csv': {
    kind: 'shipments',
    good: {
      '99C85J54SK': 'RB123456785CN',
      A4K68E28RH: 'LX 123 456 785 CN',
      DH8DYDABS8: '00340434161094015902',
      JP4VHD9ZNM: '00340434161094015902',
    },
    bad: { 5: `trackingNumber: ${oneNumber}`, 7: `trackingNumber: ${oneNumber}`, 8: `trackingNumber: ${oneNumber}` },
  },
  'ship-shapes2.csv': {
    kind: 'shipments',
    good: {
      '99C85J54SK': 'RB123456785CN',
      A4K68E28RH: 'LX 123 456 785 CN',
      DH8DYDABS8: '00340434161094015902',
      JP4VHD9ZNM: '00340434161094015902',
      W5WAVTMXFN: '3S ABCD 1234',
      W7TRVZVKKA: 'RB123456785CN',
    },
    bad: { 5: `trackingNumber: ${oneNumber}`, 7: `trackingNumber: ${oneNumber}`, 8: `trackingNumber: ${oneNumber}` },
  },
  'ship-xlsx-18-digits.xlsx': {
    kind: 'shipments',
    good: {
      '99C85J54SK': '123456789012345678',
      A4K68E28RH: '9400111899223197428490',
      DH8DYDABS8: '00340434161094015902',
    },
  },
  'shopify.csv': {
    good: { 'FTEE-S': 'Field Tee 7.00 19.90 5', 'FTEE-M': 'Field Tee 7.00 19.90 6' },
    reading: { html: 1, leftOut: 1, cut: 0 },
  },
  'woocommerce.csv': {
    good: {
      'WTEE-S': 'Woo Tee 7.00 19.90 5',
      'WTEE-M': 'Woo Tee 7.00 19.90 6',
      WMUG: 'Woo Mug 3.00 9.90 12',
    },
    reading: { html: 2, leftOut: 1, cut: 0 },
  },
  'sku-shapes.csv': {
    good: {
      TSHIRT_BLK_M: mug,
      'FLD.12/34': mug,
      'FLD 12 34': mug,
      A1: mug,
      'FLD-XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX': mug,
      'FLD-00123': mug,
    },
    bad: { 5: `code: ${codeRule}`, 9: `code: ${cut}` },
  },
  'xlsx-backslash.xlsx': { good: { 'FLD-X2': mug } },
  'xlsx-errors.xlsx': {
    good: {},
    bad: {
      2: `supplierPrice: ${amount} stock: ${pieces}`,
      3: `suggestedPrice: ${amount}`,
      4: `stock: ${pieces}`,
    },
  },
  'xlsx-hidden-first.xlsx': { good: { 'FLD-X4': mug }, layout: { sheet: 1, headerLine: 1 } },
  'xlsx-instructions-first.xlsx': { good: { 'FLD-X3': mug }, layout: { sheet: 1, headerLine: 1 } },
  'xlsx-numeric-codes.xlsx': { good: { '4006381333931': mug, '0012345': mug, '12345678901234567': mug } },
  'xlsx-title-rows.xlsx': { good: { 'FLD-X8': mug }, layout: { headerLine: 3 } },
}

let server: TestServer
const desks: Partial<Record<ImportKindName, { token: string }>> = {}
beforeAll(async () => {
  server = await startTestServer()
  desks.products = await anOperator(server, 'catalogue')
  desks.shipments = await anOperator(server, 'fulfilment')
  await sql`insert into category (id, slug, names, created_at) values (${newId()}, 'bags', '{"en": "Bags"}', now()) on conflict do nothing`.execute(
    server.owner,
  )
})
afterAll(() => server.close())

test('every sample file is in the table', async () => {
  expect((await readdir(folder)).sort()).toEqual(Object.keys(samples).sort())
})

test.each(Object.entries(samples))(
  '%s',
  async (name, { kind = 'products', encoding, layout, reading, good, bad = {} }) => {
    const by = desks[kind]!
    const content = await readFile(new URL(name, folder))
    if (kind === 'shipments') await namedOrders()
    let started = await uploadImport(server, by.token, kind, content, name)
    expect(started.reason).toBeUndefined()
    if (encoding) {
      const columns = started.columns.map(({ column }) => column)
      const unread = await server.call(mapImport, { id: started.id, columns }, by)
      expect(unread.reason).toBe('import/encoding-unknown')
      started = await server.must(layOutImport, { id: started.id, encoding }, by)
    }
    if (layout) expect(started.layout).toMatchObject(layout)
    await server.must(mapImport, { id: started.id, columns: started.columns.map(({ column }) => column) }, by)
    await runImports(server.app.ctx, importKinds)
    const { list } = await server.must(importRows, { id: started.id, state: 'bad', limit: 100 }, by)
    const problems = list.map(({ line, problems: all }) => [
      String(line),
      all.map(({ column, sentence }) => `${column}: ${sentence}`).join(' '),
    ])
    expect(Object.fromEntries(problems)).toEqual(bad)
    const seen = await server.must(importDetail, { id: started.id }, by)
    expect(seen).toMatchObject({ state: 'ready', preview: { add: Object.keys(good).length } })
    if (reading) expect(seen.reading).toEqual(reading)
    if (Object.keys(good).length === 0) return
    await server.must(commitImport, { id: started.id }, by)
    await runImports(server.app.ctx, importKinds)
    expect(await server.must(importDetail, { id: started.id }, by)).toMatchObject({
      state: 'done',
      bad: problems.length,
    })
    expect(kind === 'shipments' ? await shipped(Object.keys(good)) : await goods(Object.keys(good))).toEqual(good)
  },
)

/** Gives new orders that await shipment the codes that stand in the files. */
async function namedOrders(): Promise<void> {
  const shop = await aStockedShop(server)
  const codes = '99C85J54SK A4K68E28RH DH8DYDABS8 J95AM8FDH5 JP4VHD9ZNM N94T4FT7B8 QS7ZGJNQ9C W5WAVTMXFN W7TRVZVKKA'
  for (const code of codes.split(' ')) {
    await sql`update orders set code = ${newId().replaceAll('-', '').slice(-10).toUpperCase()} where code = ${code}`.execute(
      server.owner,
    )
    const { id } = await anOrder(server, shop, { status: orderStatus.awaitingShipment })
    await sql`update orders set code = ${code} where id = ${id}`.execute(server.owner)
  }
}

const shipped = async (codes: string[]) =>
  Object.fromEntries(
    (
      await queryAll(
        server.owner,
        sql<{
          code: string
          number: string
        }>`select code, tracking_number as number from orders where code = any(${codes}) and status = ${orderStatus.shipped}`,
      )
    ).map(({ code, number }) => [code, number]),
  )

/** Name, prices and stock of variants, as an export has them. */
async function goods(codes: string[]): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for await (const rows of importKinds.find(({ kind }) => kind === 'products')!.exportRows(server.db, {}))
    for (const [code, variant, , name, , , , supplierPrice, suggestedPrice, stock] of rows)
      if (codes.includes(variant || code!))
        found[variant || code!] = [name, supplierPrice, suggestedPrice, stock].join(' ')
  return found
}
