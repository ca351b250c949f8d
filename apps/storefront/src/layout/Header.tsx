import { escapeMarkup, keyOf, sharedMarkup } from '../lib/markup.ts'
import type { PageKit } from '../lib/page.ts'
import { Icon } from '../parts/Icon.tsx'

/** The mark stands in the page: a file of its own would be fetched before the pictures. */
const Mark = ({ small }: { small: boolean }) => (
  <svg viewBox="0 0 64 64" aria-hidden="true" className={small ? 'size-6' : 'size-8'}>
    <rect width="64" height="64" rx="15" fill="#1f1b14" />
    <g fill="#f2b705" stroke="#f2b705" strokeWidth="6">
      <circle cx="29" cy="32" r="18" fill="none" />
      <path d="M29 50h24" strokeLinecap="round" />
      <path
        d="M11 33.500c4.500-3.600 8.500-3.600 12.500-.6s8.500 3 12.500 0 7.500-2.700 11-.6A18 18 0 0 1 11 33.500z"
        stroke="none"
      />
    </g>
  </svg>
)

export type HeaderShop = { code: string; name: string }

/**
 * The mark, the search with the words of this page, the account and the cart. In a shop its name stands before the
 * mark, and the search is the shop's own. Nothing in it is about one person, so that one page serves everybody.
 */
export function Header({ kit, words, shop }: HeaderProps & { kit: PageKit }) {
  const hasWords = words !== undefined
  const shared = headers(keyOf(kit.lang, kit.frame.mode, hasWords, shop?.code, shop?.name), () => (
    <Content kit={kit} words={hasWords ? wordsMark : undefined} shop={shop} />
  ))
  const __html = hasWords ? shared.split(wordsMark).join(escapeMarkup(words)) : shared
  return <header className="no-print border-b border-border bg-surface" dangerouslySetInnerHTML={{ __html }} />
}

type HeaderProps = { words?: string | undefined; shop?: HeaderShop | undefined }
const headers = sharedMarkup(100)
/** Where the words of a search stand in the markup that all pages share. */
const wordsMark = '\u0001words\u0001'

function Content({ kit, words, shop }: HeaderProps & { kit: PageKit }) {
  const { t } = kit
  const ofShop = shop !== undefined && words !== undefined
  const label = t(ofShop ? 'store.shop.search' : 'store.search-label')
  return (
    <>
      {kit.frame.mode === 'demo' && (
        <p className="bg-accent-soft px-4 py-2 text-center text-small">{t('store.demo')}</p>
      )}
      <div className="page flex flex-wrap items-center gap-x-2 gap-y-1 py-2 sm:flex-nowrap sm:gap-x-6">
        {shop && (
          <a
            href={kit.to(`/s/${shop.code}`)}
            className="flex min-h-12 min-w-0 max-w-[calc(100%-10.75rem)] items-center text-section font-semibold no-underline sm:max-w-[16rem]"
          >
            <bdi className="truncate">{shop.name}</bdi>
          </a>
        )}
        <a
          href={kit.to('')}
          className="flex min-h-12 min-w-12 items-center gap-2 text-section font-semibold no-underline"
          {...(shop ? { 'aria-label': 'Quayside' } : {})}
        >
          <Mark small={shop !== undefined} />
          {!shop && 'Quayside'}
        </a>
        <form
          action={kit.to(ofShop ? `/s/${shop.code}` : '/search')}
          role="search"
          aria-label={label}
          className="relative order-last mb-1 flex-[1_1_100%] sm:order-none sm:mb-0 sm:flex-1"
        >
          <input
            className="field search-field"
            type="search"
            name="q"
            maxLength={100}
            aria-label={label}
            placeholder={label}
            enterKeyHint="search"
            defaultValue={words}
          />
          <button className="search-button" aria-label={t('store.search')}>
            <Icon name="search" />
          </button>
        </form>
        <a href={kit.to('/account')} className="nav-link ms-auto" rel="nofollow">
          <Icon name="person" className="size-6" />
          <span className="max-sm:sr-only">{t('store.account')}</span>
        </a>
        <a href={kit.to('/cart')} className="nav-link relative" rel="nofollow">
          <Icon name="cart" className="size-6" />
          {/* On the narrowest phones, and beside the name of a shop, a long word would not fit. */}
          <span className={shop ? 'max-sm:sr-only' : 'max-[374px]:sr-only'}>{t('store.cart')}</span>
          {/* The script writes the number of pieces: the page is the same for everybody. */}
          <span data-cart-count hidden className="cart-count" />
        </a>
      </div>
    </>
  )
}
