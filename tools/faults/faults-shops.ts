/** Faults of deadlines, fulfilment, closing of shops, texts of staff and invitations. */
import { fault, type Fault } from './fault.ts'

const orders = 'apps/server/src/modules/orders'
const deadlineTests = ['apps/server/test/deadlines.test.ts']

export const shopFaults: Fault[] = [
  fault(
    'one order that cannot be moved stops its whole batch',
    'apps/server/src/platform/deadlines.ts',
    `    if (isDown(error)) throw error
    house.log.warn(`,
    `    throw error
    house.log.warn(`,
    deadlineTests,
  ),
  fault(
    'a row that failed is not set aside',
    'apps/server/src/platform/deadlines.ts',
    `      const attempts = await setAside(house.db, step.name, row, error, now)`,
    `      const attempts = 0 * (await setAside.length)`,
    deadlineTests,
  ),
  fault(
    'a step that throws ends the job of the others',
    'apps/server/src/worker.ts',
    `          house.log.error({ err: error, deadline: name }, 'worker: a deadline failed')`,
    `          throw error`,
    deadlineTests,
  ),
  fault(
    'an order that is never shipped waits for ever',
    `${orders}/store.ts`,
    '`status = 2 and ship_by <= ${now}`',
    '`status = 2 and ship_by is null`',
    [`${orders}/orders.test.ts`],
  ),
]
