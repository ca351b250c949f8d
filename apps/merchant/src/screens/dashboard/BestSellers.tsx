import { useApiQuery } from '@quayside/client'
import { bestSellers } from '@quayside/contract'
import { Card, Money, Picture } from '@quayside/ui'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { useFirstPaint } from '../../hooks/useFirstPaint.ts'
import { link, paths } from '../../paths.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'

/** The ten products with the most pieces sold. */
export function BestSellers() {
  const t = useT()
  const format = useFormat()
  const best = useApiQuery(bestSellers, {}, { enabled: useFirstPaint() })
  return (
    <Card>
      <h2 className="font-semibold">{t('home.best')}</h2>
      <p className="pb-2 text-caption text-muted">{t('home.best.period')}</p>
      <QueryBoundary query={best} shape="ways" count={3}>
        {({ list }) =>
          list.length === 0 ? (
            <p className="py-4 text-small text-muted">{t('home.best.empty')}</p>
          ) : (
            <ol>
              {list.map((row, i) => (
                <li key={row.listingId}>
                  <a
                    href={link(paths.listing, { id: row.listingId })}
                    className="flex min-h-16 items-center gap-3 text-foreground no-underline"
                  >
                    <span className="w-6 text-center font-semibold text-muted tabular-nums">
                      {format.number(i + 1)}
                    </span>
                    <Picture src={row.picture} alt="" size={48} />
                    <span className="row-between min-w-0 flex-1 items-center">
                      <span className="line-clamp-2 grow basis-[5rem] text-small">
                        <bdi>{row.name}</bdi>
                      </span>
                      <span className="ms-auto text-end">
                        <Money value={row.sales} className="font-semibold" />
                        <span className="block text-caption text-muted">{t('home.best.units', { n: row.units })}</span>
                      </span>
                    </span>
                  </a>
                </li>
              ))}
            </ol>
          )
        }
      </QueryBoundary>
    </Card>
  )
}
