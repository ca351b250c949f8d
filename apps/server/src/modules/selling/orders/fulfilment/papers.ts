/**
 * The papers of orders as PDF on A4, in English: the pick list, a packing slip for each order, and address labels. Each
 * number of an order is also a code that a hand scanner reads.
 */
import bwipjs from 'bwip-js'
import { addressLines, countryLine } from '../../../../domain/postal-address.ts'
import { paper, typesetter, unprintable, type Style, type Typesetter } from '../../../../platform/files/typesetter.ts'
import type { PaperLine, PaperRow } from './paper-store.ts'

const { margin, width: pageWidth, height: pageHeight } = paper
const inner = pageWidth - 2 * margin
const bottom = pageHeight - 48
const quiet = '#6b6558'
const plain: Style = { size: 10 }
const bold: Style = { size: 10, bold: true }
const small: Style = { size: 8, color: quiet }

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** A Code 128 of a text, as bars. Widths of bars and spaces take turns, the first is a bar. */
function barcode(text: string, at: { left: number; top: number; width: number; height: number }) {
  const [symbol] = bwipjs.raw('code128', text, {})
  // A code of one line is bars and spaces.
  if (!symbol || !('sbs' in symbol)) throw new Error('papers: the code has no bars')
  const modules = symbol.sbs.reduce((sum, width) => sum + width, 0)
  // A module of less than 0.19 mm is not read by common scanners; a wider one wastes the label.
  const unit = Math.min(at.width / modules, 1.1)
  let left = at.left
  return symbol.sbs.flatMap((width, index) => {
    const bar = { left, top: at.top, width: width * unit, height: at.height }
    left += width * unit
    return index % 2 === 0 ? [bar] : []
  })
}

/** An order with what customs ask for, by its name: `CPF 529.982.247-25`. */
export type AddressedOrder = PaperRow & { taxNumber: string | null }

const linesOf = ({ address }: AddressedOrder): string[] => [...addressLines(address), countryLine(address.country)]
/** What stands below an address. */
const besidesOf = ({ address, taxNumber }: AddressedOrder): string =>
  [address.phone, taxNumber].filter(Boolean).join(' · ')

/** The orders whose address has letters that no font has, each with these letters. */
export async function unprintableOrders(
  orders: readonly AddressedOrder[],
): Promise<{ code: string; letters: string[] }[]> {
  const textOf = (order: AddressedOrder) => [...linesOf(order), besidesOf(order)].join('')
  if ((await unprintable(orders.map(textOf).join('\n'))).length === 0) return []
  const found: { code: string; letters: string[] }[] = []
  for (const order of orders) {
    const missing = await unprintable(textOf(order))
    if (missing.length > 0) found.push({ code: order.code, letters: missing })
  }
  return found
}

const letters = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Breaks a text into lines of a width: after spaces, and inside a word only if the word alone is wider. */
function wrap(set: Typesetter, text: string, width: number, style: Style): string[] {
  const lines: string[] = []
  let line = ''
  const add = (part: string) => {
    if (line !== '' && set.widthOf((line + part).trimEnd(), style) > width) {
      lines.push(line.trimEnd())
      line = ''
    }
    line += part
  }
  for (const word of text.split(/(?<=\s)/u))
    if (set.widthOf(word.trimEnd(), style) <= width) add(word)
    else for (const { segment } of letters.segment(word)) add(segment)
  return line.trim() === '' ? lines : [...lines, line.trimEnd()]
}

/** The product with the chosen options: the packer takes the right colour. */
const nameOf = ({ name, options }: PaperLine): string => [name, ...options.map(({ value }) => value)].join(' · ')

const parcelText = ({ carrier, number }: PaperRow['parcels'][number]): string => `${carrier} ${number}`

const textsOfAddress = (order: AddressedOrder): string[] => [...linesOf(order), besidesOf(order), order.shop_name]

/** Every digit, for counts: the fonts of all characters are loaded before the document is open. */
const digits = '0123456789'

const open = (title: string, at: Date, texts: Iterable<string>): Promise<Typesetter> =>
  typesetter('en', [...texts, title, digits, ' ·×–'], { title, author: 'Quayside', at })

/** Labels on a page: two columns, four rows. */
const label = { columns: 2, rows: 4, width: pageWidth / 2, height: pageHeight / 4, padding: 22 } as const
/** Sizes of the letters of a label, in points: the largest with which the whole address fits. */
const labelSizes = [12, 11, 10, 9, 8, 7] as const
/** The height of a line, in sizes of its letters. */
const leading = 1.3

/** Address labels, eight on a page, in the given order: one for each parcel of an order. */
export async function labelsOf(orders: readonly AddressedOrder[], at: Date): Promise<Buffer> {
  const words = { to: 'Order', from: 'From', parcel: 'Parcel', of: 'of' }
  const labels = orders.flatMap((order) => {
    const { parcels } = order
    // A label of an order with one parcel is printed before it has a number.
    const texts = parcels.map((one, i) => `${words.parcel} ${i + 1} ${words.of} ${parcels.length} · ${parcelText(one)}`)
    return (parcels.length > 1 ? texts : ['']).map((parcel) => ({ order, parcel }))
  })
  const set = await open('Address labels', at, [
    ...Object.values(words),
    ...labels.flatMap(({ order, parcel }) => [order.code, parcel, ...textsOfAddress(order)]),
  ])
  const perPage = label.columns * label.rows
  for (const [index, { order, parcel }] of labels.entries()) {
    const place = index % perPage
    if (place === 0) set.page()
    const start = (place % label.columns) * label.width + label.padding
    const top = Math.floor(place / label.columns) * label.height + label.padding
    const width = label.width - 2 * label.padding
    const codeTop = top + label.height - 2 * label.padding - 46 - (parcel ? 11 : 0)
    const textsOfSize = (size: number) => [
      ...linesOf(order).flatMap((text) => {
        const style = { size, bold: text === order.address.name }
        return wrap(set, text, width, style).map((line) => ({ line, style }))
      }),
      ...wrap(set, besidesOf(order), width, { size: size - 2 }).map((line) => ({ line, style: { size: size - 2 } })),
    ]
    const fits = (size: number) => textsOfSize(size).length * size * leading <= codeTop - top
    const size = labelSizes.find(fits) ?? labelSizes.at(-1)!
    for (const [row, { line, style }] of textsOfSize(size).entries())
      set.line(line, { start, top: top + row * size * leading, width }, style)
    set.boxes(barcode(order.code, { left: start, top: codeTop, width, height: 30 }))
    set.line(`${words.to} ${order.code} · ${words.from} ${order.shop_name}`, { start, top: codeTop + 33, width }, small)
    if (parcel) set.line(parcel, { start, top: codeTop + 44, width }, small)
  }
  return set.finish()
}

/** A packing slip for each order, each on a page of its own. */
export async function slipsOf(
  orders: readonly AddressedOrder[],
  lines: readonly PaperLine[],
  at: Date,
): Promise<Buffer> {
  const words = {
    title: 'Packing slip',
    order: 'Order',
    placed: 'Ordered on',
    shop: 'Shop',
    parcels: 'Shipped with',
    to: 'Deliver to',
    code: 'Article',
    name: 'Product',
    pieces: 'Pieces',
    total: 'All pieces',
  }
  const set = await open(words.title, at, [
    ...Object.values(words),
    ...orders.flatMap((order) => [
      order.code,
      order.shop_code,
      ...order.parcels.map(parcelText),
      ...textsOfAddress(order),
    ]),
    ...lines.flatMap((line) => [line.product_code, nameOf(line)]),
  ])
  const ofOrder = Map.groupBy(lines, (line) => line.order_id)
  for (const order of orders) {
    const own = ofOrder.get(order.id) ?? []
    set.page()
    set.line(words.title, { start: margin, top: 40, width: inner / 2 }, { size: 18, bold: true })
    set.boxes(barcode(order.code, { left: pageWidth - margin - 170, top: 40, width: 170, height: 30 }))
    set.line(order.code, { start: pageWidth - margin - 170, top: 73, width: 170 }, small)
    let top = 100
    for (const [name, value] of [
      [words.order, order.code],
      [words.placed, dayOf(order.placed_at)],
      [words.shop, `${order.shop_name} · ${order.shop_code}`],
      ...order.parcels.map((parcel, i) => [i === 0 ? words.parcels : '', parcelText(parcel)] as const),
    ] as const) {
      set.line(name, { start: margin, top, width: 90 }, small)
      set.line(value, { start: margin + 90, top, width: 180 }, plain)
      top += 16
    }
    set.line(words.to, { start: margin + 290, top: 100, width: 220 }, small)
    let below = 114
    for (const text of [...linesOf(order), besidesOf(order)]) {
      const style = { size: 11, bold: text === order.address.name }
      for (const line of wrap(set, text, 230, style)) {
        set.line(line, { start: margin + 290, top: below, width: 230 }, style)
        below += 15
      }
    }
    top = Math.max(200, below + 12, top + 12)
    const header = () => {
      set.line(words.code, { start: margin, top, width: 100 }, small)
      set.line(words.name, { start: margin + 110, top, width: inner - 180 }, small)
      set.line(words.pieces, { start: pageWidth - margin - 60, top, width: 60, align: 'end' }, small)
      set.rule(top + 14)
      top += 20
    }
    header()
    for (const line of own) {
      if (top > bottom - 20) {
        set.page()
        top = 48
        set.line(`${words.order} ${order.code}`, { start: margin, top, width: inner }, bold)
        top += 24
        header()
      }
      set.line(line.product_code, { start: margin, top, width: 100 }, plain)
      set.line(nameOf(line), { start: margin + 110, top, width: inner - 180 }, plain)
      set.line(String(line.quantity), { start: pageWidth - margin - 60, top, width: 60, align: 'end' }, bold)
      top += 19
    }
    set.rule(top + 2)
    set.line(words.total, { start: margin + 110, top: top + 8, width: inner - 180 }, plain)
    set.line(String(order.quantity), { start: pageWidth - margin - 60, top: top + 8, width: 60, align: 'end' }, bold)
  }
  return set.finish()
}

/** What to take from the shelves: the products of all orders, each with its pieces and the orders that they are for. */
export async function pickListOf(
  orders: readonly Pick<PaperRow, 'id'>[],
  lines: readonly PaperLine[],
  at: Date,
): Promise<Buffer> {
  const words = {
    title: 'Pick list',
    code: 'Article',
    name: 'Product',
    pieces: 'Pieces',
    orders: 'Orders',
    total: 'All pieces',
  }
  const set = await open(words.title, at, [
    ...Object.values(words),
    ...lines.flatMap((line) => [line.product_code, nameOf(line), line.order_code]),
  ])
  const products = [...Map.groupBy(lines, (line) => line.product_code)].map(([code, ofProduct]) => ({
    code,
    name: nameOf(ofProduct[0]!),
    pieces: ofProduct.reduce((sum, line) => sum + line.quantity, 0),
    orders: ofProduct.map(({ order_code, quantity }) => (quantity === 1 ? order_code : `${order_code} ×${quantity}`)),
  }))
  let top = 0
  const page = () => {
    set.page()
    set.line(words.title, { start: margin, top: 40, width: inner / 2 }, { size: 18, bold: true })
    const about = `${dayOf(at)} · ${words.orders} ${orders.length}`
    set.line(about, { start: pageWidth / 2, top: 46, width: inner / 2, align: 'end' }, small)
    top = 76
    set.line(words.code, { start: margin, top, width: 100 }, small)
    set.line(words.name, { start: margin + 110, top, width: inner - 180 }, small)
    set.line(words.pieces, { start: pageWidth - margin - 60, top, width: 60, align: 'end' }, small)
    set.rule(top + 14)
    top += 20
  }
  page()
  for (const product of products) {
    const rows = linesOfWidth(set, product.orders, inner - 180)
    // A product of very many orders can be longer than a page. Its first rows still stand beside its name.
    if (top + 18 + Math.min(rows.length, 3) * 12 > bottom) page()
    set.line(product.code, { start: margin, top, width: 100 }, plain)
    set.line(product.name, { start: margin + 110, top, width: inner - 180 }, bold)
    set.line(
      String(product.pieces),
      { start: pageWidth - margin - 60, top, width: 60, align: 'end' },
      { size: 12, bold: true },
    )
    top += 16
    for (const row of rows) {
      if (top + 12 > bottom) page()
      set.line(row, { start: margin + 110, top, width: inner - 180 }, small)
      top += 12
    }
    top += 6
  }
  set.rule(top + 2)
  const pieces = products.reduce((sum, product) => sum + product.pieces, 0)
  set.line(words.total, { start: margin + 110, top: top + 8, width: inner - 180 }, plain)
  set.line(String(pieces), { start: pageWidth - margin - 60, top: top + 8, width: 60, align: 'end' }, bold)
  return set.finish()
}

/** Joins texts to lines that fit a width. */
function linesOfWidth(set: Typesetter, texts: readonly string[], width: number): string[] {
  const lines: string[] = []
  for (const text of texts) {
    const longer = lines.length === 0 ? text : `${lines.at(-1)}  ${text}`
    if (lines.length > 0 && set.widthOf(longer, small) <= width) lines[lines.length - 1] = longer
    else lines.push(text)
  }
  return lines
}
