import { useApiQuery } from '@quayside/client'
import { bestSellers } from '@quayside/contract'
import { Button, Card, Money, Picture } from '@quayside/ui'
import { useState } from 'react'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { useFirstPaint } from '../../hooks/useFirstPaint.ts'
import { link, paths } from '../../paths.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'

/** Rows shown before “show all”. */
const shownFirst = 3

/** The ten products with the most pieces sold in 30 days, the first three at once. */
export function BestSellers() {
  const t = useT()
  const format = useFormat()
  const [whole, setWhole] = useState(false)
  const best = useApiQuery(bestSellers, {}, { enabled: useFirstPaint() })
  return (
    <Card>
      <h2 className="font-semibold">
        {t('home.best')} <span className="font-normal text-muted">{t('home.visitors.30')}</span>
      </h2>
      <QueryBoundary query={best} shape="ways" count={3}>
        {({ list }) =>
          list.length === 0 ? (
            <p className="py-4 text-small text-muted">{t('home.best.empty')}</p>
          ) : (
            <ol className="divide-y divide-border">
              {(whole ? list : list.slice(0, shownFirst)).map((row) => (
                <li key={row.listingId}>
                  <a
                    href={link(paths.listing, { id: row.listingId })}
                    className="flex min-h-16 items-center gap-3 text-foreground no-underline"
                  >
                    <Picture src={row.picture} alt="" size={48} />
                    <span className="row-between min-w-0 flex-1 items-center">
                      <span className="line-clamp-2 grow basis-[5rem]">
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
              {list.length > shownFirst && !whole ? (
                <li>
                  <Button variant="quiet" wide onClick={() => setWhole(true)}>
                    {t('notices.show-all', { n: format.number(list.length) })}
                  </Button>
                </li>
              ) : null}
            </ol>
          )
        }
      </QueryBoundary>
    </Card>
  )
}
