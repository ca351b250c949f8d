/** Every screen of the app in one table: read this first. */
import { lazyScreen, type LazyScreen } from './parts/LazyScreen.tsx'
import { paths, type Path } from './paths.ts'

const EntryScreen = lazyScreen(() => import('./screens/entry/EntryScreen.tsx').then((m) => m.EntryScreen), 'fields', {
  early: true,
})

export const screens: Record<Path, LazyScreen> = {
  [paths.entry]: EntryScreen,
  [paths.entryAlias]: EntryScreen,
  [paths.login]: lazyScreen(() => import('./screens/login/LoginScreen.tsx').then((m) => m.LoginScreen), 'fields', {
    early: true,
  }),
  [paths.forgotPassword]: lazyScreen(
    () => import('./screens/login/ForgotPasswordScreen.tsx').then((m) => m.ForgotPasswordScreen),
    'fields',
  ),
  [paths.register]: lazyScreen(
    () => import('./screens/register/RegisterScreen.tsx').then((m) => m.RegisterScreen),
    'fields',
  ),
  [paths.home]: lazyScreen(
    () => import('./screens/dashboard/DashboardScreen.tsx').then((m) => m.DashboardScreen),
    'figures',
  ),
  [paths.products]: lazyScreen(() => import('./screens/products/ProductsScreen.tsx').then((m) => m.ProductsScreen)),
  [paths.manage]: lazyScreen(() =>
    import('./screens/products/ManageProductsScreen.tsx').then((m) => m.ManageProductsScreen),
  ),
  [paths.categories]: lazyScreen(
    () => import('./screens/products/CategoriesScreen.tsx').then((m) => m.CategoriesScreen),
    'ways',
  ),
  [paths.listing]: lazyScreen(
    () => import('./screens/products/ListingScreen.tsx').then((m) => m.ListingScreen),
    'cards',
  ),
  [paths.distribution]: lazyScreen(() =>
    import('./screens/distribution/DistributionScreen.tsx').then((m) => m.DistributionScreen),
  ),
  [paths.orders]: lazyScreen(() => import('./screens/orders/OrdersScreen.tsx').then((m) => m.OrdersScreen)),
  [paths.order]: lazyScreen(() => import('./screens/orders/OrderScreen.tsx').then((m) => m.OrderScreen), 'cards'),
  [paths.my]: lazyScreen(() => import('./screens/my/MyScreen.tsx').then((m) => m.MyScreen), 'figures'),
  [paths.personalInfo]: lazyScreen(
    () => import('./screens/account/PersonalInfoScreen.tsx').then((m) => m.PersonalInfoScreen),
    'cards',
  ),
  [paths.changeLoginPassword]: lazyScreen(
    () => import('./screens/account/ChangeLoginPasswordScreen.tsx').then((m) => m.ChangeLoginPasswordScreen),
    'fields',
  ),
  [paths.devices]: lazyScreen(
    () => import('./screens/account/DevicesScreen.tsx').then((m) => m.DevicesScreen),
    'cards',
  ),
  [paths.paymentPassword]: lazyScreen(
    () => import('./screens/my/PaymentPasswordScreen.tsx').then((m) => m.PaymentPasswordScreen),
    'fields',
  ),
  [paths.service]: lazyScreen(
    () => import('./screens/service/ServiceScreen.tsx').then((m) => m.ServiceScreen),
    'lines',
  ),
  [paths.messages]: lazyScreen(() => import('./screens/messages/MessagesScreen.tsx').then((m) => m.MessagesScreen)),
  [paths.message]: lazyScreen(
    () => import('./screens/messages/MessageScreen.tsx').then((m) => m.MessageScreen),
    'cards',
  ),
  [paths.notifications]: lazyScreen(
    () => import('./screens/messages/NotificationsScreen.tsx').then((m) => m.NotificationsScreen),
    'cards',
  ),
  [paths.changePaymentPassword]: lazyScreen(
    () => import('./screens/my/ChangePaymentPasswordScreen.tsx').then((m) => m.ChangePaymentPasswordScreen),
    'fields',
  ),
  [paths.funds]: lazyScreen(() => import('./screens/funds/FundsScreen.tsx').then((m) => m.FundsScreen), 'lines'),
  [paths.recharge]: lazyScreen(
    () => import('./screens/recharge/RechargeScreen.tsx').then((m) => m.RechargeScreen),
    'ways',
  ),
  [paths.onlineRecharge]: lazyScreen(
    () => import('./screens/recharge/OnlineRechargeScreen.tsx').then((m) => m.OnlineRechargeScreen),
    'fields',
  ),
  [paths.walletRecharge]: lazyScreen(
    () => import('./screens/recharge/WalletRechargeScreen.tsx').then((m) => m.WalletRechargeScreen),
    'fields',
  ),
  [paths.pixRecharge]: lazyScreen(
    () => import('./screens/recharge/PixRechargeScreen.tsx').then((m) => m.PixRechargeScreen),
    'fields',
  ),
  [paths.rechargeRecords]: lazyScreen(
    () => import('./screens/recharge/RechargeRecordsScreen.tsx').then((m) => m.RechargeRecordsScreen),
    'lines',
  ),
  [paths.rechargeDetail]: lazyScreen(
    () => import('./screens/recharge/RechargeDetailScreen.tsx').then((m) => m.RechargeDetailScreen),
    'cards',
  ),
  [paths.refunds]: lazyScreen(() => import('./screens/refunds/RefundsScreen.tsx').then((m) => m.RefundsScreen)),
  [paths.refundDetail]: lazyScreen(
    () => import('./screens/refunds/RefundScreen.tsx').then((m) => m.RefundScreen),
    'cards',
  ),
  [paths.finance]: lazyScreen(
    () => import('./screens/finance/FinanceScreen.tsx').then((m) => m.FinanceScreen),
    'cards',
  ),
  [paths.statement]: lazyScreen(
    () => import('./screens/statement/StatementScreen.tsx').then((m) => m.StatementScreen),
    'fields',
  ),
  [paths.verify]: lazyScreen(
    () => import('./screens/statement/VerifyScreen.tsx').then((m) => m.VerifyScreen),
    'fields',
  ),
  [paths.withdraw]: lazyScreen(
    () => import('./screens/withdraw/WithdrawScreen.tsx').then((m) => m.WithdrawScreen),
    'fields',
  ),
  [paths.withdrawRecords]: lazyScreen(
    () => import('./screens/withdraw/WithdrawRecordsScreen.tsx').then((m) => m.WithdrawRecordsScreen),
    'lines',
  ),
  [paths.withdrawDetail]: lazyScreen(
    () => import('./screens/withdraw/WithdrawDetailScreen.tsx').then((m) => m.WithdrawDetailScreen),
    'cards',
  ),
  [paths.setting]: lazyScreen(() => import('./screens/shop/SettingScreen.tsx').then((m) => m.SettingScreen), 'ways'),
  [paths.baseInfo]: lazyScreen(
    () => import('./screens/shop/BaseInfoScreen.tsx').then((m) => m.BaseInfoScreen),
    'fields',
  ),
  [paths.banners]: lazyScreen(() => import('./screens/shop/BannersScreen.tsx').then((m) => m.BannersScreen), 'cards'),
  [paths.chooseLocation]: lazyScreen(
    () => import('./screens/places/ChooseLocationScreen.tsx').then((m) => m.ChooseLocationScreen),
    'fields',
  ),
  [paths.openLocation]: lazyScreen(
    () => import('./screens/places/OpenLocationScreen.tsx').then((m) => m.OpenLocationScreen),
    'fields',
  ),
}
