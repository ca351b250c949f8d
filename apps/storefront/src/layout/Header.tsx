import type { PageKit } from '../lib/page.ts'

/** The mark, the search and the cart. The same on every page, so that one page serves everybody. */
export function Header({ kit }: { kit: PageKit }) {
  const { t } = kit
  return (
    <header className="no-print border-b border-border bg-surface">
      <div className="page flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
        <a href={kit.to('')} className="flex min-h-12 items-center gap-2 font-semibold no-underline">
          <img src="/icon.svg" alt="" width={32} height={32} />
          Quayside
        </a>
        <form
          action={kit.to('/search')}
          role="search"
          className="order-last flex flex-[1_1_100%] gap-2 sm:order-none sm:flex-1"
        >
          <input
            className="field min-w-0 flex-1"
            type="search"
            name="q"
            maxLength={100}
            aria-label={t('store.search-label')}
            placeholder={t('store.search-label')}
            enterKeyHint="search"
          />
          <button className="button">{t('store.search')}</button>
        </form>
        <a href={kit.to('/cart')} className="button ms-auto" rel="nofollow">
          {t('store.cart')}
        </a>
      </div>
    </header>
  )
}
