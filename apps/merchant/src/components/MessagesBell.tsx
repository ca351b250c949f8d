import { Badge, IconLink } from '@quayside/ui'
import { Bell } from 'lucide-react'
import { link, paths } from '../paths.ts'
import { useT } from '../lib/i18n.tsx'
import { useUnread } from '../hooks/useUnread.ts'

/** Links to the messages from the header of a screen, with the number of unread ones. */
export function MessagesBell() {
  const t = useT()
  const unread = useUnread()
  return (
    <IconLink
      href={link(paths.messages)}
      label={
        unread ? t('common.listed', { first: t('messages.title'), second: unread.badgeLabel }) : t('messages.title')
      }
      className="relative"
      icon={<Bell aria-hidden />}
    >
      {unread ? <Badge className="absolute end-0.5 top-1">{unread.badge}</Badge> : null}
    </IconLink>
  )
}
