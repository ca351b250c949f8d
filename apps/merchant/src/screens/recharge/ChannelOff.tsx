import { Barrier, EmptyState } from '@quayside/ui'
import { link, paths } from '../../paths.ts'
import { useT } from '../../lib/i18n.tsx'

/** Shown for a channel that this installation does not offer. */
export function ChannelOff() {
  const t = useT()
  return (
    <EmptyState
      scene={<Barrier />}
      title={t('recharge.off')}
      action={
        <a
          href={link(paths.recharge)}
          className="inline-flex min-h-12 items-center px-4 font-semibold text-accent no-underline"
        >
          {t('recharge.title')}
        </a>
      }
    />
  )
}
