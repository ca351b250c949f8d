/** Faults in shipping many orders, undoing shipments, and reading addresses. */
import { fault, schemaOf, type Fault } from './fault.ts'

const orders = 'apps/server/src/modules/selling/orders'
const tests = [`${orders}/fulfilment/fulfilment.test.ts`]
const fileTests = [`${orders}/fulfilment/shipment-import.test.ts`]

export const fulfilmentFaults: Fault[] = [
  fault(
    'an order that stands twice in a request ships twice',
    `${orders}/fulfilment/ship-order.ts`,
    `: seen.has(id)`,
    `: seen.has('')`,
    tests,
  ),
  fault(
    'a shipment is undone after the carrier’s scan',
    `${orders}/fulfilment/undo-shipments.ts`,
    `if (isScanned) return 'order/carrier-scanned'`,
    `if (isScanned && order.refunded < 0n) return 'order/carrier-scanned'`,
    tests,
  ),
  fault(
    'the database lets a scanned shipment be undone',
    schemaOf('orders'),
    `and e.source = 'carrier')`,
    `and e.source = 'nobody')`,
    tests,
  ),
  fault(
    'an undone shipment has no time left',
    `${orders}/fulfilment/undo-shipments.ts`,
    `order.ship_by && order.ship_by > earliest ? order.ship_by : earliest`,
    `order.ship_by ?? earliest`,
    tests,
  ),
  fault(
    'addresses stay open after the delivery',
    `${orders}/fulfilment/read-operator-order.ts`,
    `status === orderStatus.awaitingShipment || status === orderStatus.shipped`,
    `status !== orderStatus.cancelled`,
    tests,
  ),
  fault(
    'undoing a file takes back what was shipped again',
    `${orders}/fulfilment/shipment-import.ts`,
    `order?.parcels.some((parcel) => isParcel(parcel, content)))`,
    `order !== undefined)`,
    fileTests,
  ),
]
