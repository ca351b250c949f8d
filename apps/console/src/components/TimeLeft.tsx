import { clsx } from 'clsx'
import { formatDateTime, formatSpan, useNow } from '../lib/format.ts'
import { t } from '../lib/texts.ts'

/**
 * The time until a deadline, as text: "in 3 hr", in hours up to three days, because "in 1 day" for 47 hours would halve
 * the time. After it, in the colour of danger: "2 hr late".
 */
export function TimeLeft({ due, className }: { due: string; className?: string }) {
  const left = new Date(due).getTime() - useNow()
  return (
    <time
      dateTime={due}
      title={formatDateTime(due)}
      className={clsx(
        'whitespace-nowrap tabular-nums',
        left < 0 ? 'font-semibold text-danger' : 'text-muted',
        className,
      )}
    >
      {left < 0 ? t('time.late', { span: formatSpan(-left) }) : t('time.left', { span: formatSpan(left, 3) })}
    </time>
  )
}

/** The time since an instant: "3 h ago", with the instant as a title. */
export function TimeAgo({ at, className }: { at: string; className?: string }) {
  const now = useNow()
  return (
    <time
      dateTime={at}
      title={formatDateTime(at)}
      className={clsx('whitespace-nowrap tabular-nums text-muted', className)}
    >
      {t('time.ago', { span: formatSpan(now - new Date(at).getTime()) })}
    </time>
  )
}
