/** Renders pages. The build makes one module of this file, which the server imports. */
import type { PageFrame, StorefrontPage } from '@quayside/contract/storefront-pages'
import type { StorefrontTexts } from '@quayside/locales/catalogues'
import { renderToStaticMarkup } from 'react-dom/server'
import { AccountDataPage } from './account/AccountDataPage.tsx'
import { AccountPage } from './account/AccountPage.tsx'
import { AddressesPage } from './account/AddressesPage.tsx'
import { FollowsPage } from './account/FollowsPage.tsx'
import { LogInPages } from './account/LogInPages.tsx'
import { CartPage } from './checkout/CartPage.tsx'
import { CheckoutPage } from './checkout/CheckoutPage.tsx'
import { PayPage } from './checkout/PayPage.tsx'
import { PixPage } from './checkout/PixPage.tsx'
import { FindOrderPage } from './orders/FindOrderPage.tsx'
import { OrderPage } from './orders/OrderPage.tsx'
import { FrontPage } from './browse/FrontPage.tsx'
import { ProductPage } from './browse/ProductPage.tsx'
import { SearchPage } from './browse/SearchPage.tsx'
import { ShopPage } from './browse/ShopPage.tsx'
import { ShopsPage } from './browse/ShopsPage.tsx'
import { pageKit } from './lib/page.ts'
import { HelpPage } from './notices/HelpPage.tsx'
import { ImprintPage, PrivacyPage, TermsPage } from './notices/LegalPages.tsx'
import { ReportPage } from './notices/ReportPage.tsx'
import { NoticePage, PromisesPage } from './notices/NoticePage.tsx'
import { ContactPage } from './service/ContactPage.tsx'
import { MessagesPage } from './service/MessagesPage.tsx'
import { ShopTalkPage } from './service/ShopTalkPage.tsx'

/** The whole document of a page as text. */
export function renderPage(page: StorefrontPage, frame: PageFrame, texts: StorefrontTexts): string {
  const kit = pageKit(frame, texts)
  return `<!doctype html>${renderToStaticMarkup(elementOf(page, kit))}`
}

function elementOf(page: StorefrontPage, kit: ReturnType<typeof pageKit>) {
  switch (page.page) {
    case 'front':
      return <FrontPage kit={kit} page={page} />
    case 'shops':
      return <ShopsPage kit={kit} page={page} />
    case 'shop':
      return <ShopPage kit={kit} page={page} />
    case 'product':
      return <ProductPage kit={kit} page={page} />
    case 'search':
      return <SearchPage kit={kit} page={page} />
    case 'cart':
      return <CartPage kit={kit} page={page} />
    case 'checkout':
      return <CheckoutPage kit={kit} page={page} />
    case 'pay':
      return <PayPage kit={kit} page={page} />
    case 'pix':
      return <PixPage kit={kit} page={page} />
    case 'order':
      return <OrderPage kit={kit} page={page} />
    case 'log-in':
    case 'ask-link':
    case 'link':
      return <LogInPages kit={kit} page={page} />
    case 'account':
      return <AccountPage kit={kit} page={page} />
    case 'addresses':
      return <AddressesPage kit={kit} page={page} />
    case 'follows':
      return <FollowsPage kit={kit} page={page} />
    case 'account-data':
      return <AccountDataPage kit={kit} page={page} />
    case 'messages':
      return <MessagesPage kit={kit} page={page} />
    case 'shop-talk':
      return <ShopTalkPage kit={kit} page={page} />
    case 'contact':
      return <ContactPage kit={kit} />
    case 'help':
      return <HelpPage kit={kit} page={page} />
    case 'imprint':
      return <ImprintPage kit={kit} />
    case 'privacy':
      return <PrivacyPage kit={kit} page={page} />
    case 'terms':
      return <TermsPage kit={kit} page={page} />
    case 'report':
      return <ReportPage kit={kit} page={page} />
    case 'promises':
      return <PromisesPage kit={kit} page={page} />
    case 'find-order':
      return <FindOrderPage kit={kit} page={page} />
    case 'notice':
      return <NoticePage kit={kit} page={page} />
  }
}
