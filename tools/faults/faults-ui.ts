/** Faults in the data that screens receive, and in how they report. */
import { fault, type Fault } from './fault.ts'

export const uiFaults: Fault[] = [
  fault(
    'a cancelled order shows what it would have earned',
    'apps/server/src/modules/selling/orders/present.ts',
    `  profit: formatCents(row.status === orderStatus.cancelled ? 0n : row.profit),`,
    `  profit: formatCents(row.profit),`,
    ['apps/server/src/modules/selling/orders/order-list.test.ts'],
  ),
  fault(
    'a refused call is not announced',
    'packages/client/src/call.ts',
    `    if (!cached) announceRefusal(refusal)
`,
    ``,
    ['packages/client/src/query-client.test.ts'],
  ),
  fault(
    'a refused query is announced with each poll',
    'packages/client/src/query-client.ts',
    ` || announced.get(query.queryHash) === error.message) return`,
    `) return`,
    ['packages/client/src/query-client.test.ts'],
  ),
]
