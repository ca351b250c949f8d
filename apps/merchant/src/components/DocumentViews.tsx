import { useApiQuery } from '@quayside/client'
import { documentViews } from '@quayside/contract'
import { Card } from '@quayside/ui'
import type { AppMessage } from '@quayside/locales'
import { useFormat, useT } from '../lib/i18n.tsx'
import { QueryBoundary } from './QueryBoundary.tsx'

const documents: Record<string, AppMessage> = {
  idFront: 'register.id-front',
  idBack: 'register.id-back',
  idInHand: 'register.id-hand',
}

/** Who looked at the merchant's identity documents, when, and for what stated reason. */
export function DocumentViews() {
  const t = useT()
  const format = useFormat()
  const views = useApiQuery(documentViews, {})
  return (
    <Card>
      <h2 className="pb-2 font-semibold">{t('register.views')}</h2>
      <QueryBoundary query={views} shape="lines" count={1}>
        {({ list }) =>
          list.length === 0 ? (
            <p className="text-small text-muted">{t('register.views.none')}</p>
          ) : (
            <ul className="flex flex-col gap-3">
              {list.map((view) => (
                <li key={`${view.at} ${view.field}`} className="text-small">
                  <p>
                    {t('account.acts.by', {
                      desk: t('account.acts.desk.review'),
                      number: view.operator.replace('#', ''),
                    })}{' '}
                    · {format.dateTime(view.at)}
                    {documents[view.field] ? ` · ${t(documents[view.field]!)}` : null}
                  </p>
                  <p className="text-muted" dir="auto">
                    {view.reason}
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </Card>
  )
}
