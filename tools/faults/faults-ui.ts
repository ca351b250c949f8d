/** Faults in the data that screens receive. */
import { fault, type Fault } from './fault.ts'

export const uiFaults: Fault[] = [
  fault(
    'a cancelled order shows what it would have earned',
    'apps/server/src/modules/orders/present.ts',
    `  profit: formatCents(row.status === orderStatus.cancelled ? 0n : row.profit),`,
    `  profit: formatCents(row.profit),`,
    ['apps/server/src/modules/orders/order-list.test.ts'],
  ),
]
