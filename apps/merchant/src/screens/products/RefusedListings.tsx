import type { ResponseBody, changeListings } from '@quayside/contract'
import { Problem } from '@quayside/ui'
import { link, paths } from '../../paths.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'

/** Maximum number of rows; the others are counted. */
const maxRows = 50

export type RefusedListing = ResponseBody<typeof changeListings>['refused'][number]

/** The products that an action left unchanged, with the reason. */
export function RefusedListings({ refused }: { refused: RefusedListing[] }) {
  const t = useT()
  const format = useFormat()
  if (refused.length === 0) return null
  return (
    <Problem
      title={t('products.refused', { n: refused.length })}
      action={
        <ul className="flex max-h-60 w-full flex-col overflow-y-auto text-small">
          {refused.slice(0, maxRows).map((row) => (
            <li key={row.id} className="py-1">
              <a href={link(paths.listing, { id: row.id })} className="inline-flex min-h-12 flex-col justify-center">
                <bdi className="font-semibold">{row.name}</bdi>
                <span className="text-foreground">{row.sentence}</span>
              </a>
            </li>
          ))}
          {refused.length > maxRows ? (
            <li>{t('common.and-more', { n: format.number(refused.length - maxRows) })}</li>
          ) : null}
        </ul>
      }
    />
  )
}
