import type { useApiQuery } from '@quayside/client'
import type { hotProducts } from '@quayside/contract'
import { Button, Card, Picture } from '@quayside/ui'
import type { ReactNode } from 'react'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { link, paths } from '../../paths.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'

/** The best-selling products of the platform, with units and period, and a button to add the missing ones. */
export function HotProducts({
  query,
  onAdd,
  icon,
}: {
  query: ReturnType<typeof useApiQuery<typeof hotProducts>>
  onAdd: () => void
  icon: ReactNode
}) {
  const t = useT()
  const format = useFormat()
  return (
    <Card className="flex flex-col gap-2">
      <h2 className="flex items-center gap-2 font-semibold">
        {icon}
        {t('dist.hot')}
      </h2>
      <QueryBoundary query={query} height={110}>
        {({ days, from, to, list }) =>
          list.length === 0 ? (
            <p className="text-small text-muted">{t('dist.hot.none')}</p>
          ) : (
            <>
              <p className="text-caption text-muted">{t('dist.hot.text', { days: format.number(days) })}</p>
              <ol className="-mx-4 flex gap-3 overflow-x-auto px-4">
                {list.map((product, i) => (
                  <li key={product.id} className="w-[6rem] shrink-0">
                    <a
                      href={link(paths.listing, { product: product.id })}
                      className="flex flex-col gap-1 text-foreground no-underline"
                    >
                      <Picture src={product.picture} alt="" size={96} />
                      <span className="line-clamp-2 min-h-8 text-caption">
                        {format.number(i + 1)}. <bdi>{product.name}</bdi>
                      </span>
                      <span className="text-caption font-semibold text-accent">
                        {t('dist.hot.units', { n: product.sold30 })}
                      </span>
                      <span className="text-caption text-muted">{t('dist.hot.shops', { n: product.shops })}</span>
                    </a>
                  </li>
                ))}
              </ol>
              <details>
                <summary className="flex min-h-12 cursor-pointer items-center text-small font-semibold text-accent">
                  {t('dist.hot.how')}
                </summary>
                <p className="text-small">
                  {t('dist.hot.how.text', { from: format.wholeDay(from), to: format.wholeDay(to) })}
                </p>
              </details>
              {list.some((product) => !product.added) ? (
                <Button variant="secondary" onClick={onAdd}>
                  {t('dist.hot.add')}
                </Button>
              ) : null}
            </>
          )
        }
      </QueryBoundary>
    </Card>
  )
}
