import type { PageKit } from '../lib/page.ts'

/** Links to the pages before and after. `address` makes the address of a page by its number. */
export function Paging({
  kit,
  number,
  pages,
  address,
}: {
  kit: PageKit
  number: number
  pages: number
  address: (number: number) => string
}) {
  if (pages <= 1) return null
  const { t } = kit
  return (
    <nav
      className="flex flex-wrap items-center justify-center gap-3"
      aria-label={t('store.page-of', { page: number, pages })}
    >
      {number > 1 && (
        <a className="button" rel="prev" href={address(number - 1)}>
          {t('store.previous')}
        </a>
      )}
      <span className="text-muted">{t('store.page-of', { page: kit.number(number), pages: kit.number(pages) })}</span>
      {number < pages && (
        <a className="button" rel="next" href={address(number + 1)}>
          {t('store.next')}
        </a>
      )}
    </nav>
  )
}
