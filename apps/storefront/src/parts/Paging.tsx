import type { PageKit } from '../lib/page.ts'

/** Links to the pages before and after. `address` makes the address of a page by its number. */
export function Paging({
  kit,
  number,
  pages,
  address,
  label,
}: {
  kit: PageKit
  number: number
  pages: number
  address: (number: number) => string
  /** What is paged, where a page has several lists. */
  label?: string
}) {
  if (pages <= 1) return null
  const { t } = kit
  return (
    <nav
      className="flex flex-wrap items-center justify-center gap-3"
      aria-label={[label, t('store.page-of', { page: kit.number(number), pages: kit.number(pages) })]
        .filter(Boolean)
        .join(': ')}
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
