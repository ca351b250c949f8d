import type { NoticePage as Notice } from '@quayside/contract/storefront-pages'
import { Document } from '../layout/Document.tsx'
import type { PageKit } from '../lib/page.ts'
import { AnswerFigures } from '../parts/AnswerFigures.tsx'

/** An error or a refusal: what happened, and where to go on. */
export function NoticePage({ kit, page }: { kit: PageKit; page: Extract<Notice, { page: 'notice' }> }) {
  const { t } = kit
  const title = t(`store.error.${page.kind}`)
  return (
    <Document kit={kit} head={{ title }}>
      <h1 className="text-display font-semibold">{title}</h1>
      {/* Of a missing page the sentence would say the title again. */}
      {!page.sentence.startsWith(title) && <p className="max-w-prose">{page.sentence}</p>}
      <p className="flex flex-wrap gap-3">
        {page.back && (
          <a className="button button-strong" href={kit.to(page.back.path)}>
            {t(`store.error.${page.back.to}`)}
          </a>
        )}
        <a className={page.back ? 'button' : 'button button-strong'} href={kit.to('')}>
          {t('store.error.home')}
        </a>
        {page.kind === 'not-found' && (
          <a className="button" href={kit.to('/find-order')}>
            {t('store.find.title')}
          </a>
        )}
      </p>
    </Document>
  )
}

const promises = ['held', 'refund', 'late', 'order', 'reviews', 'data'] as const

/** What the platform promises to buyers. */
export function PromisesPage({ kit, page }: { kit: PageKit; page: Extract<Notice, { page: 'promises' }> }) {
  const { t } = kit
  return (
    <Document kit={kit} head={{ title: t('store.promises'), description: t('store.promises.held') }}>
      <h1 className="text-display font-semibold">{t('store.promises')}</h1>
      <ul className="grid gap-3 md:grid-cols-2">
        {promises.map((promise) => (
          <li key={promise} className="card p-4">
            {promise === 'refund'
              ? t('store.promises.refund', { days: page.protectionDays, hours: page.answerHours })
              : t(`store.promises.${promise}`)}
            {promise === 'data' && page.cookies && ` ${t('store.pay.cookies')}`}
          </li>
        ))}
        <li className="card p-4">{t('store.promises.total')}</li>
      </ul>
      <AnswerFigures kit={kit} title={t('store.answers.all')} facts={page.answers} />
    </Document>
  )
}
