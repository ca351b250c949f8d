/** Shipping by file: the import of order, carrier and tracking number. */
import { orderStatus, type RefusalName } from '@quayside/contract'
import { shipOrder as shipOrderEndpoint } from '@quayside/contract/orders'
import * as z from 'zod/mini'
import { carrierKey } from '../../../../domain/carriers.ts'
import type { Queryable } from '../../../../platform/database/postgres.ts'
import { isCutNumber, mayBeCutNumber } from '../../../staff/imports/cut-number.ts'
import type { Compared, Content, ImportKind, Parsed, Problem } from '../../../staff/imports/kind.ts'
import { addIfShipped, isRemovable, removeParcel, trackingKey } from '../add-parcel.ts'
import { listWrittenKeys } from '../../../staff/imports/store.ts'
import { listByCodes, listParcelsByCodes, listShipmentsAfter } from './operator-order-store.ts'
import { listParcels } from '../parcel-store.ts'
import { shipOrders, type ShopParcel } from './ship-order.ts'
import { undoShipments } from './undo-shipments.ts'

/** Orders of one batch of an export. */
const exportPage = 1000

const orderOf = (content: Content): string => String(content['order'])
const numberOf = (content: Content): string => String(content['trackingNumber'])

// The rules of the form: what one order may be shipped with, a file may ship it with.
const anyOrder = { shopId: '01910000-0000-7000-8000-000000000000', id: '01910000-0000-7000-8000-000000000000' }
const anyParcel = { ...anyOrder, carrier: 'Carrier', trackingNumber: 'AB123456' }

/** A tracking number without the apostrophe that kept its zeros, and with plain letters, digits and blanks. */
const plainNumber = (text: string): string => text.normalize('NFKC').replace(/^'/, '').replace(/\s+/g, ' ').trim()

function parse(column: string, text: string): Parsed {
  if (column === 'order')
    return {
      value: text
        .normalize('NFKC')
        .replace(/^[#']+/, '')
        .toUpperCase(),
    }
  if (column === 'trackingNumber' && isCutNumber(text)) return { reason: 'import/number-cut' }
  const value = column === 'trackingNumber' ? plainNumber(text) : text
  const result = z.safeParse(shipOrderEndpoint.input, { ...anyParcel, [column]: value })
  if (result.success) return { value: result.data[column as 'carrier' | 'trackingNumber'] }
  const { message } = result.error.issues[0]!
  return { reason: message.startsWith('field/') ? (message as RefusalName) : 'field/invalid' }
}

type OrderByCode = Awaited<ReturnType<typeof listByCodes>>[number] & {
  parcels: { number: number; carrier: string; tracking_number: string }[]
}

const keyOfParcel = (code: string, number: string): string => `${code} ${trackingKey(number)}`

const isParcel = (parcel: OrderByCode['parcels'][number], content: Content): boolean =>
  carrierKey(parcel.carrier) === carrierKey(String(content['carrier'])) &&
  trackingKey(parcel.tracking_number) === trackingKey(numberOf(content))

function compareRow(content: Content, order: OrderByCode | undefined): Compared {
  if (!order) return { problems: [{ column: 'order', reason: 'order/not-found' }] }
  // The file was shipped before.
  if (order.parcels.some((parcel) => isParcel(parcel, content))) return { outcome: 'leave' }
  if (order.status === orderStatus.awaitingShipment) return { outcome: 'add', before: null, after: content }
  if (order.status !== orderStatus.shipped)
    return { problems: [{ column: 'order', reason: 'order/not-awaiting-shipment' }] }
  // A further parcel. The same number at another carrier is a mistake.
  return order.parcels.some((parcel) => trackingKey(parcel.tracking_number) === trackingKey(numberOf(content)))
    ? { problems: [{ column: 'trackingNumber', reason: 'order/parcel-known', values: { number: numberOf(content) } }] }
    : { outcome: 'change', ...withFurther(order, content) }
}

/** The parcels of an order before and after a further one. */
function withFurther({ code, parcels }: OrderByCode, content: Content): { before: Content; after: Content } {
  const join = (texts: readonly string[]) => [...new Set(texts)].join(', ')
  const shown = (carriers: readonly string[], numbers: readonly string[]): Content => ({
    order: code,
    carrier: join(carriers),
    trackingNumber: join(numbers),
  })
  const carriers = parcels.map(({ carrier }) => carrier)
  const numbers = parcels.map((parcel) => parcel.tracking_number)
  return {
    before: shown(carriers, numbers),
    after: shown([...carriers, String(content['carrier'])], [...numbers, numberOf(content)]),
  }
}

export const shipmentImport: ImportKind = {
  kind: 'shipments',
  arrange: () => (texts, notes) => {
    if (mayBeCutNumber(texts['trackingNumber'] ?? '')) notes.cut += 1
    return true
  },
  parse,
  // An order may have several parcels, each in a row of its own.
  keyOf: (content) => keyOfParcel(orderOf(content), numberOf(content)),

  async compare(db, rows) {
    const orders = await ordersOf(db, rows)
    return rows.map((row) => compareRow(row, orders.get(orderOf(row))))
  },

  async commit(tx, rows, { importId, business, operatorId, at }) {
    const byCode = await ordersOf(
      tx,
      rows.map(({ content }) => content),
    )
    const problems = new Map<number, Problem>()
    const toShip: { line: number; parcel: ShopParcel }[] = []
    const toAdd: typeof toShip = []
    // A further row of an order that an earlier chunk of this file shipped.
    const firstKeys = rows.flatMap(({ content, before }) => {
      const first = before === null ? byCode.get(orderOf(content))?.parcels[0] : undefined
      return first ? [keyOfParcel(orderOf(content), first.tracking_number)] : []
    })
    const written = firstKeys.length > 0 ? await listWrittenKeys(tx, importId, firstKeys) : new Set<string | null>()
    for (const { line, content, before } of rows) {
      const order = byCode.get(orderOf(content))
      if (!order) {
        problems.set(line, { column: 'order', reason: 'order/not-found' })
        continue
      }
      const carrier = String(content['carrier'])
      const parcel = { shopId: order.shop_id, id: order.id, carrier, trackingNumber: numberOf(content) }
      const first = order.parcels[0]
      const isFurther = before !== null || (first && written.has(keyOfParcel(order.code, first.tracking_number)))
      ;(isFurther ? toAdd : toShip).push({ line, parcel })
    }
    const parcels = toShip.map(({ parcel }) => parcel)
    const { refused } = await shipOrders({ business }, tx, operatorId, parcels, at)
    for (const { id, reason, values, trackingNumber } of refused)
      for (const { line, parcel } of toShip)
        if (parcel.id === id && (trackingNumber === undefined || parcel.trackingNumber === trackingNumber))
          problems.set(line, { column: 'order', reason, values })
    for (const { line, parcel } of toAdd) {
      const refusal = await addIfShipped({ business }, tx, operatorId, parcel, at)
      if (refusal) problems.set(line, { column: 'order', ...refusal })
    }
    return problems
  },

  async undo(tx, rows, { business, operatorId, at }) {
    const byCode = await ordersOf(
      tx,
      rows.map(({ content }) => content),
    )
    const kept = new Set(rows.map(({ line }) => line))
    const whole: { order: OrderByCode; lines: number[] }[] = []
    for (const [code, ofOrder] of Map.groupBy(rows, ({ content }) => orderOf(content))) {
      const order = byCode.get(code)
      // A parcel that was entered again in another way stays as it is.
      const own = ofOrder.filter(({ content }) => order?.parcels.some((parcel) => isParcel(parcel, content)))
      if (!order || own.length === 0) continue
      if (own.length === order.parcels.length) whole.push({ order, lines: own.map(({ line }) => line) })
      else
        for (const { line, content } of own) {
          const parcels = await listParcels(tx, order.shop_id, order.id)
          const parcel = parcels.find((one) => isParcel(one, content))
          if (order.status !== orderStatus.shipped || !parcel || !isRemovable(parcel)) continue
          const key = { shopId: order.shop_id, id: order.id, number: parcel.number }
          await removeParcel({ business }, tx, operatorId, key, at)
          kept.delete(line)
        }
    }
    const { undone } = await undoShipments(
      tx,
      operatorId,
      whole.map(({ order }) => ({ shopId: order.shop_id, id: order.id })),
      at,
    )
    const back = new Set(undone.map(({ id }) => id))
    for (const { order, lines } of whole) if (back.has(order.id)) for (const line of lines) kept.delete(line)
    return kept
  },

  /** Shipped orders with their parcels. With the filter `to-ship` the orders that await shipment, to be filled in. */
  async *exportRows(db, { state }) {
    const status = state === 'to-ship' ? orderStatus.awaitingShipment : orderStatus.shipped
    for (let after: string | null = null; ;) {
      const orders = await listShipmentsAfter(db, status, after, exportPage)
      yield orders.flatMap(({ code, parcels }) =>
        parcels.length === 0 ? [[code, '', '']] : parcels.map(({ carrier, number }) => [code, carrier, number]),
      )
      if (orders.length < exportPage) return
      after = orders.at(-1)!.code
    }
  },
}

/** The orders of rows by their numbers, with their parcels. */
async function ordersOf(db: Queryable, rows: readonly Content[]): Promise<Map<string, OrderByCode>> {
  const codes = [...new Set(rows.map(orderOf))]
  const [orders, parcels] = [await listByCodes(db, codes), await listParcelsByCodes(db, codes)]
  const ofCode = Map.groupBy(parcels, ({ code }) => code)
  return new Map(orders.map((order) => [order.code, { ...order, parcels: ofCode.get(order.code) ?? [] }]))
}
