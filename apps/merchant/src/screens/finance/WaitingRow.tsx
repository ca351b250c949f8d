import type { financePending, ResponseBody } from '@quayside/contract'
import { Money } from '@quayside/ui'
import { ChevronRight } from 'lucide-react'
import { causePaths, link } from '../../paths.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'

const causeWords = {
  'protection-window': 'finance.pending.order',
  'refund-open': 'finance.pending.refund',
  'withdrawal-review': 'finance.pending.withdrawal',
} as const

/** Pending or held money: its cause, the time of its release and its amount. */
export function WaitingRow({ row }: { row: ResponseBody<typeof financePending>['list'][number] }) {
  const t = useT()
  const format = useFormat()
  return (
    <a
      href={link(causePaths[row.cause.kind], { id: row.cause.id })}
      className="-mx-2 flex min-h-16 items-center gap-3 border-b border-border px-2 py-3 text-foreground no-underline"
    >
      <div className="row-between min-w-0 flex-1 items-center">
        <div className="flex-1">
          <p>{t(causeWords[row.why], { code: row.cause.code })}</p>
          {row.freeAt ? (
            <p className="text-small text-muted">{t('finance.pending.free', { when: format.dateTime(row.freeAt) })}</p>
          ) : null}
        </div>
        <Money value={row.amount} className="font-semibold" />
      </div>
      <ChevronRight aria-hidden className="mirror size-5 shrink-0 text-muted" />
    </a>
  )
}
