import type { ResponseBody, me } from '@quayside/contract'
import { Card, EmptyState, Shutter } from '@quayside/ui'
import { link, paths } from '../../paths.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'

type Announced = NonNullable<ResponseBody<typeof me>['shop']['closing']>

/** Notice of a closed or closing shop: the period, the restrictions and the reason. */
export function Closing({ closing }: { closing: Announced }) {
  const t = useT()
  const format = useFormat()
  const date = format.dateTime(closing.effectiveAt)
  return (
    <Card className="flex flex-col gap-2">
      <EmptyState
        scene={<Shutter />}
        title={t(closing.inForce ? 'home.closed' : 'home.closing.soon', closing.inForce ? {} : { date })}
        action={
          <a href={link(paths.service)} className="inline-flex min-h-12 items-center font-semibold text-accent">
            {t('my.service')}
          </a>
        }
      />
      <p className="font-semibold">{t(`home.closing.reason.${closing.reason}`)}</p>
      {closing.note ? <p dir="auto">{closing.note}</p> : null}
      <p className="text-small">{t(`home.closing.scope.${closing.scope}`)}</p>
      <p className="text-small text-muted">
        {closing.inForce ? `${t('home.closing.since', { date })} · ` : ''}
        {closing.endsAt
          ? t('home.closing.until', { date: format.dateTime(closing.endsAt) })
          : t('home.closing.open-ended')}
      </p>
    </Card>
  )
}
