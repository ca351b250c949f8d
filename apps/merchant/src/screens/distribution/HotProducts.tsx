import type { useApiQuery } from '@quayside/client'
import type { hotProducts } from '@quayside/contract'
import { IconButton, Picture } from '@quayside/ui'
import { Flame, Plus } from 'lucide-react'
import { Method } from '../../components/Method.tsx'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { link, paths } from '../../paths.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'

/** The best-selling products of the platform by units, as a row of pictures, and a button to add the missing ones. */
export function HotProducts({
  query,
  onAdd,
}: {
  query: ReturnType<typeof useApiQuery<typeof hotProducts>>
  onAdd: () => void
}) {
  const t = useT()
  const format = useFormat()
  return (
    <section>
      <QueryBoundary query={query} height={168}>
        {({ from, to, list }) =>
          list.length === 0 ? null : (
            <>
              <div className="-mt-3 flex items-center gap-2">
                <Flame aria-hidden className="size-5 text-warning" />
                <h2 className="flex-1 font-semibold">{t('dist.hot')}</h2>
                <Method>
                  <p>{t('dist.hot.how.text', { from: format.wholeDay(from), to: format.wholeDay(to) })}</p>
                </Method>
                {list.some((product) => !product.added) ? (
                  <IconButton label={t('dist.hot.add')} icon={<Plus aria-hidden />} onClick={onAdd} />
                ) : null}
              </div>
              <ol className="-mx-4 flex gap-3 overflow-x-auto px-4 [scrollbar-width:none]">
                {list.map((product) => (
                  <li key={product.id} className="relative w-[6rem] shrink-0">
                    <a
                      href={link(paths.listing, { product: product.id })}
                      className="flex flex-col gap-1 text-foreground no-underline"
                    >
                      <Picture src={product.picture} alt="" size={96} />
                      <span className="sr-only">{product.name}</span>
                      <span className="text-caption font-semibold">{t('dist.hot.units', { n: product.sold30 })}</span>
                    </a>
                  </li>
                ))}
              </ol>
            </>
          )
        }
      </QueryBoundary>
    </section>
  )
}
