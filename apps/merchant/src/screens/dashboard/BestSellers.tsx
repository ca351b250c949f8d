import { useRead } from '@quayside/client'
import { bestSellers } from '@quayside/contract'
import { Card, Money, Picture } from '@quayside/ui'
import { Reading } from '../../parts/Reading.tsx'
import { useDrawn } from '../../parts/useDrawn.ts'
import { link, paths } from '../../paths.ts'
import { useFormat, useT } from '../../words.tsx'

/** The ten products with the most pieces sold. */
export function BestSellers() {
  const t = useT()
  const format = useFormat()
  const best = useRead(bestSellers, {}, { enabled: useDrawn() })
  return (
    <Card>
      <h2 className="font-semibold">{t('home.best')}</h2>
      <p className="pb-2 text-caption text-muted">{t('home.best.period')}</p>
      <Reading of={best} shape="ways" count={3}>
        {({ list }) =>
          list.length === 0 ? (
            <p className="py-4 text-small text-muted">{t('home.best.empty')}</p>
          ) : (
            <ol>
              {list.map((row, i) => (
                <li key={row.listingId}>
                  <a
                    href={link(paths.listing, { id: row.listingId })}
                    className="flex min-h-16 items-center gap-3 text-ink no-underline"
                  >
                    <span className="w-6 text-center font-semibold text-muted tabular-nums">
                      {format.number(i + 1)}
                    </span>
                    <Picture src={row.picture} alt="" size={48} />
                    <span className="ends min-w-0 flex-1 items-center">
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
      </Reading>
    </Card>
  )
}
