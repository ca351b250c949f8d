import { Button } from '@quayside/ui'
import type { ReactNode } from 'react'
import { useFormat, useT } from '../lib/i18n.tsx'

/**
 * The footer of a selection: the number of selected rows and the actions on them. “Select” first selects the loaded
 * rows, and in a second step all rows of the list.
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
  /** Number of loaded rows that can be selected. */
  shown: number
  /** Number of rows of the list; equal to `shown` where only loaded rows can be selected. */
  total: number
  onShown: () => void
  onAll?: () => void
  onClear: () => void
  /** Shown beside the number of selected rows. */
  detail?: ReactNode
  /** Label instead of “Select all”, where some rows of the list cannot be selected. */
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
