import type { PageKit } from '../lib/page.ts'
import { Icon } from './Icon.tsx'

/**
 * Follows a shop. A kept page is the same for everybody, so it does not know who follows: the script turns the button
 * round for a follower, and without script the page that the form leads to has the other button.
 */
export function FollowButton({ kit, code, compact = false }: { kit: PageKit; code: string; compact?: boolean }) {
  const { t } = kit
  return (
    <form method="post" action={kit.to(`/follow/${code}`)} data-follow={code}>
      <input type="hidden" name="follow" value="yes" />
      <button className="button gap-2" data-other={t('store.unfollow')}>
        <Icon name="heart" />
        <span className={compact ? 'max-sm:sr-only' : ''}>{t('store.follow')}</span>
      </button>
    </form>
  )
}
