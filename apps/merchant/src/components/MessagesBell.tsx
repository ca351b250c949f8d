import { Badge } from '@quayside/ui'
import { Bell } from 'lucide-react'
import { link, paths } from '../paths.ts'
import { useT } from '../lib/i18n.tsx'
import { useUnread } from '../hooks/useUnread.ts'

/** The way to the messages from the head of a screen, with how many are unread. */
export function MessagesBell() {
  const t = useT()
  const unread = useUnread()
  return (
    <a
      href={link(paths.messages)}
      aria-label={
        unread ? t('common.listed', { first: t('messages.title'), second: unread.badgeLabel }) : t('messages.title')
      }
      className="relative inline-flex size-12 shrink-0 items-center justify-center rounded-full text-foreground active:bg-raised"
    >
      <Bell aria-hidden />
      {unread ? <Badge className="end-0.5 top-1 absolute">{unread.badge}</Badge> : null}
    </a>
  )
}
