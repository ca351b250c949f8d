/** Shipping by file: the import of order, carrier and tracking number. */
import { orderStatus, type RefusalName } from '@quayside/contract'
import { shipOrder as shipOrderEndpoint } from '@quayside/contract/orders'
import * as z from 'zod/mini'
import { carrierKey } from '../../../../domain/carriers.ts'
import { isCutNumber, mayBeCutNumber } from '../../../staff/imports/cut-number.ts'
import type { CommitRow, Compared, Content, ImportKind, Parsed, Problem } from '../../../staff/imports/kind.ts'
import { listByCodes, listShipmentsAfter } from './operator-order-store.ts'
import { shipOrders } from './ship-order.ts'
import { undoShipments } from './undo-shipments.ts'

/** Orders of one batch of an export. */
const exportPage = 1000

const orderOf = (content: Content): string => String(content['order'])
/** Two spellings of a tracking number are the same parcel. The database function `tracking_key` does the same. */
const trackingKey = (number: string): string => number.replaceAll(/[ -]/g, '').toUpperCase()

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

type OrderByCode = Awaited<ReturnType<typeof listByCodes>>[number]

const isSameParcel = (order: OrderByCode, content: Content): boolean =>
  order.carrier !== null &&
  order.tracking_number !== null &&
  carrierKey(order.carrier) === carrierKey(String(content['carrier'])) &&
  trackingKey(order.tracking_number) === trackingKey(String(content['trackingNumber']))

function compareRow(content: Content, order: OrderByCode | undefined): Compared {
  if (!order) return { problems: [{ column: 'order', reason: 'order/not-found' }] }
  if (order.status === orderStatus.awaitingShipment) return { outcome: 'add', before: null, after: content }
  // The file was shipped before.
  if (isSameParcel(order, content)) return { outcome: 'leave' }
  return { problems: [{ column: 'order', reason: 'order/not-awaiting-shipment' }] }
}

export const shipmentImport: ImportKind = {
  kind: 'shipments',
  arrange: () => (texts, notes) => {
    if (mayBeCutNumber(texts['trackingNumber'] ?? '')) notes.cut += 1
    return true
  },
  parse,
  keyOf: orderOf,

  async compare(db, rows) {
    const orders = new Map((await listByCodes(db, rows.map(orderOf))).map((order) => [order.code, order]))
    return rows.map((row) => compareRow(row, orders.get(orderOf(row))))
  },

  async commit(tx, rows, { business, operatorId, at }) {
    const byCode = await ordersOf(rows, (codes) => listByCodes(tx, codes))
    const problems = new Map<number, Problem>()
    const lineOf = new Map<string, number>()
    const parcels = rows.flatMap(({ line, content }) => {
      const order = byCode.get(orderOf(content))
      if (!order) {
        problems.set(line, { column: 'order', reason: 'order/not-found' })
        return []
      }
      lineOf.set(order.id, line)
      const carrier = String(content['carrier'])
      return [{ shopId: order.shop_id, id: order.id, carrier, trackingNumber: String(content['trackingNumber']) }]
    })
    const { refused } = await shipOrders({ business }, tx, operatorId, parcels, at)
    for (const { id, reason, values } of refused) problems.set(lineOf.get(id)!, { column: 'order', reason, values })
    return problems
  },

  async undo(tx, rows, { operatorId, at }) {
    const byCode = await ordersOf(rows, (codes) => listByCodes(tx, codes))
    // An order that was shipped again with another parcel stays as it is.
    const own = rows.filter(({ content }) => {
      const order = byCode.get(orderOf(content))
      return order !== undefined && isSameParcel(order, content)
    })
    const keys = own.map(({ content }) => byCode.get(orderOf(content))!)
    const { undone } = await undoShipments(
      tx,
      operatorId,
      keys.map(({ shop_id, id }) => ({ shopId: shop_id, id })),
      at,
    )
    const back = new Set(undone.map(({ code }) => code))
    return new Set(rows.filter(({ content }) => !back.has(orderOf(content))).map(({ line }) => line))
  },

  /** Shipped orders with their parcels. With the filter `to-ship` the orders that await shipment, to be filled in. */
  async *exportRows(db, { state }) {
    const status = state === 'to-ship' ? orderStatus.awaitingShipment : orderStatus.shipped
    for (let after: string | null = null; ;) {
      const orders = await listShipmentsAfter(db, status, after, exportPage)
      yield orders.map(({ code, carrier, tracking_number }) => [code, carrier ?? '', tracking_number ?? ''])
      if (orders.length < exportPage) return
      after = orders.at(-1)!.code
    }
  },
}

const ordersOf = async (
  rows: readonly CommitRow[],
  list: (codes: string[]) => Promise<OrderByCode[]>,
): Promise<Map<string, OrderByCode>> =>
  new Map((await list(rows.map(({ content }) => orderOf(content)))).map((order) => [order.code, order]))
