/** Every path of the app and its screen. Read this first. */
import type { Shape } from '@quayside/ui'
import { paths, type Path } from './paths.ts'

/**
 * `screen` is a file in `screens/` without its extension, and the name of its component. `shape` is the skeleton
 * while it loads. An `early` screen needs only the messages before the login, and does not wait for the others. The
 * `first` screens are those that people open first: they wait for their own messages only, and share their code in
 * files of their own (apps/merchant/build).
 */
export type Route = { screen: string; shape: Shape; early?: true; first?: true }

const entry: Route = { screen: 'entry/EntryScreen', shape: 'fields', early: true }

export const routes: Record<Path, Route> = {
  [paths.entry]: entry,
  [paths.login]: { screen: 'login/LoginScreen', shape: 'fields', early: true },
  [paths.forgotPassword]: { screen: 'login/ForgotPasswordScreen', shape: 'fields' },
  [paths.register]: { screen: 'register/RegisterScreen', shape: 'fields' },
  [paths.home]: { screen: 'dashboard/DashboardScreen', shape: 'figures', first: true },
  [paths.products]: { screen: 'products/ProductsScreen', shape: 'dense', first: true },
  [paths.categories]: { screen: 'products/CategoriesScreen', shape: 'ways' },
  [paths.listing]: { screen: 'products/ListingScreen', shape: 'cards' },
  [paths.distribution]: { screen: 'distribution/DistributionScreen', shape: 'rows', first: true },
  [paths.orders]: { screen: 'orders/OrdersScreen', shape: 'dense', first: true },
  [paths.order]: { screen: 'orders/OrderScreen', shape: 'cards' },
  [paths.my]: { screen: 'my/MyScreen', shape: 'figures', first: true },
  [paths.security]: { screen: 'account/SecurityScreen', shape: 'ways' },
  [paths.app]: { screen: 'my/AppScreen', shape: 'ways' },
  [paths.integrations]: { screen: 'account/IntegrationsScreen', shape: 'cards' },
  [paths.service]: { screen: 'service/ServiceScreen', shape: 'lines' },
  [paths.buyerTalks]: { screen: 'buyers/BuyerTalksScreen', shape: 'rows' },
  [paths.buyerTalk]: { screen: 'buyers/BuyerTalkScreen', shape: 'lines' },
  [paths.messages]: { screen: 'messages/MessagesScreen', shape: 'rows' },
  [paths.search]: { screen: 'search/SearchScreen', shape: 'lines' },
  [paths.funds]: { screen: 'funds/FundsScreen', shape: 'records' },
  [paths.recharge]: { screen: 'recharge/RechargeScreen', shape: 'ways' },
  [paths.onlineRecharge]: { screen: 'recharge/OnlineRechargeScreen', shape: 'fields' },
  [paths.walletRecharge]: { screen: 'recharge/WalletRechargeScreen', shape: 'fields' },
  [paths.rechargeDetail]: { screen: 'recharge/RechargeDetailScreen', shape: 'cards' },
  [paths.refunds]: { screen: 'refunds/RefundsScreen', shape: 'dense' },
  [paths.refundDetail]: { screen: 'refunds/RefundScreen', shape: 'cards' },
  [paths.finance]: { screen: 'finance/FinanceScreen', shape: 'cards' },
  [paths.money]: { screen: 'finance/MoneyScreen', shape: 'cards' },
  [paths.statement]: { screen: 'statement/StatementScreen', shape: 'fields' },
  [paths.verify]: { screen: 'statement/VerifyScreen', shape: 'fields' },
  [paths.withdraw]: { screen: 'withdraw/WithdrawScreen', shape: 'fields' },
  [paths.withdrawDetail]: { screen: 'withdraw/WithdrawDetailScreen', shape: 'cards' },
  [paths.setting]: { screen: 'shop/SettingScreen', shape: 'ways' },
  [paths.reviews]: { screen: 'shop/ReviewsScreen', shape: 'cards' },
  [paths.coupons]: { screen: 'shop/CouponsScreen', shape: 'cards' },
  [paths.chooseLocation]: { screen: 'places/ChooseLocationScreen', shape: 'fields' },
  [paths.openLocation]: { screen: 'places/OpenLocationScreen', shape: 'fields' },
}

/**
 * What a screen holds behind its rows, each with code of its own: `part` in the URL names it. It is no place of its
 * own, so going back leads to its screen.
 */
export const parts: Partial<Record<Path, Record<string, Route>>> = {
  [paths.security]: {
    'login-password': { screen: 'account/ChangeLoginPasswordScreen', shape: 'fields' },
    'payment-password': { screen: 'my/PaymentPasswordScreen', shape: 'fields' },
    passkeys: { screen: 'my/PasskeysScreen', shape: 'ways' },
    devices: { screen: 'account/DevicesScreen', shape: 'ways' },
    acts: { screen: 'account/ActsScreen', shape: 'lines' },
    privacy: { screen: 'account/PrivacyScreen', shape: 'cards' },
  },
  [paths.setting]: {
    basic: { screen: 'shop/BaseInfoScreen', shape: 'fields' },
    banners: { screen: 'shop/BannersScreen', shape: 'cards' },
  },
}
