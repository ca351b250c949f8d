import common from './common.ts'
import dashboard from './dashboard.ts'
import distribution from './distribution.ts'
import entry from './entry.ts'
import funds from './funds.ts'
import my from './my.ts'
import orders from './orders.ts'
import products from './products.ts'
import refusals from './refusals.ts'
import registration from './registration.ts'

export default {
  app: { ...common, ...entry, ...registration, ...dashboard, ...orders, ...products, ...distribution, ...my, ...funds },
  refusals,
}
