/** Every screen of the app in one table: read this first. */
import { createHashHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { lazyScreen } from './parts/LazyScreen.tsx'
import { NotFound, Shell } from './parts/Shell.tsx'
import { paths, type Path } from './paths.ts'

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound })

type Screen = {
  path: Path
  component: ReturnType<typeof lazyScreen>
}

const EntryScreen = lazyScreen(() => import('./screens/entry/EntryScreen.tsx').then((m) => m.EntryScreen))

const screens: Screen[] = [
  { path: paths.entry, component: EntryScreen },
  { path: paths.entryAlias, component: EntryScreen },
  {
    path: paths.login,
    component: lazyScreen(() => import('./screens/login/LoginScreen.tsx').then((m) => m.LoginScreen)),
  },
  {
    path: paths.forgotPassword,
    component: lazyScreen(() => import('./screens/login/ForgotPasswordScreen.tsx').then((m) => m.ForgotPasswordScreen)),
  },
  {
    path: paths.register,
    component: lazyScreen(() => import('./screens/register/RegisterScreen.tsx').then((m) => m.RegisterScreen)),
  },
  {
    path: paths.home,
    component: lazyScreen(() => import('./screens/dashboard/DashboardScreen.tsx').then((m) => m.DashboardScreen)),
  },
  {
    path: paths.products,
    component: lazyScreen(() => import('./screens/products/ProductsScreen.tsx').then((m) => m.ProductsScreen)),
  },
  {
    path: paths.manage,
    component: lazyScreen(() =>
      import('./screens/products/ManageProductsScreen.tsx').then((m) => m.ManageProductsScreen),
    ),
  },
  {
    path: paths.listing,
    component: lazyScreen(() => import('./screens/products/ListingScreen.tsx').then((m) => m.ListingScreen)),
  },
  {
    path: paths.distribution,
    component: lazyScreen(() =>
      import('./screens/distribution/DistributionScreen.tsx').then((m) => m.DistributionScreen),
    ),
  },
  {
    path: paths.orders,
    component: lazyScreen(() => import('./screens/orders/OrdersScreen.tsx').then((m) => m.OrdersScreen)),
  },
  {
    path: paths.order,
    component: lazyScreen(() => import('./screens/orders/OrderScreen.tsx').then((m) => m.OrderScreen)),
  },
  { path: paths.my, component: lazyScreen(() => import('./screens/my/MyScreen.tsx').then((m) => m.MyScreen)) },
  {
    path: paths.personalInfo,
    component: lazyScreen(() => import('./screens/account/PersonalInfoScreen.tsx').then((m) => m.PersonalInfoScreen)),
  },
  {
    path: paths.changeLoginPassword,
    component: lazyScreen(() =>
      import('./screens/account/ChangeLoginPasswordScreen.tsx').then((m) => m.ChangeLoginPasswordScreen),
    ),
  },
  {
    path: paths.devices,
    component: lazyScreen(() => import('./screens/account/DevicesScreen.tsx').then((m) => m.DevicesScreen)),
  },
  {
    path: paths.paymentPassword,
    component: lazyScreen(() => import('./screens/my/PaymentPasswordScreen.tsx').then((m) => m.PaymentPasswordScreen)),
  },
  {
    path: paths.service,
    component: lazyScreen(() => import('./screens/service/ServiceScreen.tsx').then((m) => m.ServiceScreen)),
  },
  {
    path: paths.changePaymentPassword,
    component: lazyScreen(() =>
      import('./screens/my/ChangePaymentPasswordScreen.tsx').then((m) => m.ChangePaymentPasswordScreen),
    ),
  },
  {
    path: paths.funds,
    component: lazyScreen(() => import('./screens/funds/FundsScreen.tsx').then((m) => m.FundsScreen)),
  },
  {
    path: paths.recharge,
    component: lazyScreen(() => import('./screens/recharge/RechargeScreen.tsx').then((m) => m.RechargeScreen)),
  },
  {
    path: paths.onlineRecharge,
    component: lazyScreen(() =>
      import('./screens/recharge/OnlineRechargeScreen.tsx').then((m) => m.OnlineRechargeScreen),
    ),
  },
  {
    path: paths.walletRecharge,
    component: lazyScreen(() =>
      import('./screens/recharge/WalletRechargeScreen.tsx').then((m) => m.WalletRechargeScreen),
    ),
  },
  {
    path: paths.pixRecharge,
    component: lazyScreen(() => import('./screens/recharge/PixRechargeScreen.tsx').then((m) => m.PixRechargeScreen)),
  },
  {
    path: paths.rechargeRecords,
    component: lazyScreen(() =>
      import('./screens/recharge/RechargeRecordsScreen.tsx').then((m) => m.RechargeRecordsScreen),
    ),
  },
  {
    path: paths.rechargeDetail,
    component: lazyScreen(() =>
      import('./screens/recharge/RechargeDetailScreen.tsx').then((m) => m.RechargeDetailScreen),
    ),
  },
  {
    path: paths.refunds,
    component: lazyScreen(() => import('./screens/refunds/RefundsScreen.tsx').then((m) => m.RefundsScreen)),
  },
  {
    path: paths.refundDetail,
    component: lazyScreen(() => import('./screens/refunds/RefundScreen.tsx').then((m) => m.RefundScreen)),
  },
  {
    path: paths.finance,
    component: lazyScreen(() => import('./screens/finance/FinanceScreen.tsx').then((m) => m.FinanceScreen)),
  },
  {
    path: paths.statement,
    component: lazyScreen(() => import('./screens/statement/StatementScreen.tsx').then((m) => m.StatementScreen)),
  },
  {
    path: paths.verify,
    component: lazyScreen(() => import('./screens/statement/VerifyScreen.tsx').then((m) => m.VerifyScreen)),
  },
  {
    path: paths.withdraw,
    component: lazyScreen(() => import('./screens/withdraw/WithdrawScreen.tsx').then((m) => m.WithdrawScreen)),
  },
  {
    path: paths.withdrawRecords,
    component: lazyScreen(() =>
      import('./screens/withdraw/WithdrawRecordsScreen.tsx').then((m) => m.WithdrawRecordsScreen),
    ),
  },
  {
    path: paths.withdrawDetail,
    component: lazyScreen(() =>
      import('./screens/withdraw/WithdrawDetailScreen.tsx').then((m) => m.WithdrawDetailScreen),
    ),
  },
]

export const router = createRouter({
  routeTree: root.addChildren(
    screens.map(({ path, component }) => createRoute({ getParentRoute: () => root, path, component })),
  ),
  history: createHashHistory(),
  scrollRestoration: true,
  defaultPendingMs: 500,
  // Query parameters stay the plain text they are in a link; the router would make numbers and JSON of them.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const query = new URLSearchParams(
      Object.entries(search).flatMap(([name, value]) =>
        value === undefined || value === '' ? [] : [[name, String(value)]],
      ),
    ).toString()
    return query ? `?${query}` : ''
  },
})
