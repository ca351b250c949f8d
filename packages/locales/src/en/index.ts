import app from './app.ts'
import account from './account.ts'
import common from './common.ts'
import dashboard from './dashboard.ts'
import distribution from './distribution.ts'
import entry from './entry.ts'
import finance from './finance.ts'
import funds from './funds.ts'
import integrations from './integrations.ts'
import mail from './mail.ts'
import messages from './messages.ts'
import my from './my.ts'
import orders from './orders.ts'
import places from './places.ts'
import products from './products.ts'
import recharge from './recharge.ts'
import refunds from './refunds.ts'
import refusals from './refusals.ts'
import registration from './registration.ts'
import reviews from './reviews.ts'
import service from './service.ts'
import shop from './shop.ts'
import storefront from './storefront.ts'
import withdraw from './withdraw.ts'

/** The areas of the app's words. In every language's folder each is a file of this name. */
const areas = {
  app,
  common,
  entry,
  registration,
  dashboard,
  orders,
  products,
  distribution,
  my,
  account,
  integrations,
  funds,
  recharge,
  withdraw,
  finance,
  refunds,
  reviews,
  service,
  messages,
  shop,
  places,
}

export default { areas, refusals, mail, storefront }
