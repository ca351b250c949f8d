import { Button } from '@quayside/ui'
import type { ReactNode } from 'react'
import { useFormat, useT } from '../lib/i18n.tsx'

/**
 * What is chosen, and what can be done with it. "Select" takes the rows shown first, and where there are more, all that the list holds as a
 * second step. Stands in a page's footer.
 */
export function SelectionBar({
  chosen,
  shown,
  total,
  onShown,
  onAll,
  onClear,
  detail,
  all,
  children,
}: {
  chosen: number
  /** Rows on the screen that can be chosen. */
  shown: number
  /** All that the list holds; the same as `shown` where only rows that were loaded can be chosen. */
  total: number
  onShown: () => void
  onAll?: () => void
  onClear: () => void
  /** Beside the number that is chosen. */
  detail?: ReactNode
  /** Instead of "Select all", where the list holds others that cannot be chosen. */
  all?: string
  children: ReactNode
}) {
  const t = useT()
  const format = useFormat()
  const more = chosen >= shown && total > shown && onAll
  return (
    <div className="flex flex-col gap-2">
      <div className="row-between items-center">
        <p role="status" className="text-small font-semibold">
          {t('common.selected', { n: chosen })}
          {detail ? <> · {detail}</> : null}
        </p>
        <span className="flex flex-wrap">
          <Button variant="quiet" disabled={chosen >= total} onClick={more ? onAll : onShown}>
            {more
              ? (all ?? t('common.select-all', { n: format.number(total) }))
              : t('common.select-shown', { n: format.number(shown) })}
          </Button>
          <Button variant="quiet" onClick={onClear}>
            {t('common.clear')}
          </Button>
        </span>
      </div>
      {children}
    </div>
  )
}
