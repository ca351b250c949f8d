import { ListRow, Rows } from '@quayside/ui'
import { destinationsWithoutTab } from '../tabs.ts'
import { useOrdersBadge } from '../hooks/useOrdersBadge.ts'
import { useT } from '../lib/i18n.tsx'
import { link, paths } from '../paths.ts'

/** The destinations that have no tab, as rows of the home screen. Nothing when all have one. */
export function MoreTabs() {
  const t = useT()
  const badge = useOrdersBadge()
  if (destinationsWithoutTab.length === 0) return null
  return (
    <Rows>
      {destinationsWithoutTab.map(({ key, word, Icon }) => (
        <ListRow
          key={key}
          href={link(key)}
          icon={<Icon />}
          title={t(word)}
          end={key === paths.orders ? badge?.badgeLabel : undefined}
        />
      ))}
    </Rows>
  )
}
