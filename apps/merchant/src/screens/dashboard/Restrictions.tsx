import type { ResponseBody, me } from '@quayside/contract'
import { Card } from '@quayside/ui'
import { link, paths } from '../../paths.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'

type Announced = ResponseBody<typeof me>['shop']['restrictions'][number]

/** Notice of restrictions that hold or are announced: what, from when, why, until when, and where to object. */
export function Restrictions({ restrictions }: { restrictions: readonly Announced[] }) {
  const t = useT()
  const format = useFormat()
  if (restrictions.length === 0) return null
  return (
    <Card className="flex flex-col gap-3 border-danger" role="status">
      <h2 className="text-section font-semibold">{t('home.restricted.title')}</h2>
      {restrictions.map((one) => (
        <div key={one.scope} className="flex flex-col gap-1">
          <p className="font-semibold">
            {t(`messages.shop.restricted-${one.scope}`, { date: format.dateTime(one.effectiveAt) })}
          </p>
          <p>{t(`home.closing.reason.${one.reason}`)}</p>
          <p dir="auto">{one.text}</p>
          <p className="text-small text-muted">
            {one.endsAt
              ? t('home.restricted.until', { date: format.dateTime(one.endsAt) })
              : t('home.restricted.open-ended')}
          </p>
        </div>
      ))}
      <p className="text-small">
        {t('home.restricted.object')}{' '}
        <a href={link(paths.service)} className="font-semibold text-accent">
          {t('my.service')}
        </a>
      </p>
    </Card>
  )
}
