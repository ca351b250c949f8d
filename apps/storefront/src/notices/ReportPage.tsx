import { reportReasonsOf } from '@quayside/contract'
import type { ReportPage as Report } from '@quayside/contract/storefront-pages'
import { Document } from '../layout/Document.tsx'
import type { PageKit } from '../lib/page.ts'
import { Field } from '../parts/Field.tsx'

/** The form to report a shop, a product or a review. */
export function ReportPage({ kit, page }: { kit: PageKit; page: Report }) {
  const { t } = kit
  const { kind, shop, id, name } = page.subject
  const title = t(`store.report.${kind}`, { name })
  return (
    <Document kit={kit} head={{ title }}>
      <div className="mx-auto flex w-full max-w-prose flex-col gap-4">
        <h1 className="text-display font-semibold">{title}</h1>
        {page.code !== null ? (
          <p role="status" className="card p-4">
            {t('store.report.sent', { code: page.code })}
          </p>
        ) : (
          <>
            <p className="text-muted">{t('store.report.lead', { hours: page.hours })}</p>
            <form method="post" action={kit.to('/report')} className="flex flex-col gap-4">
              <input type="hidden" name="shop" value={shop} />
              {id !== null && <input type="hidden" name={kind} value={id} />}
              <label className="flex flex-col gap-1">
                {t('store.refund.reason')}
                <select
                  className="field"
                  name="reason"
                  required
                  defaultValue={page.given['reason'] ?? ''}
                  {...(page.wrong.includes('reason') && { 'aria-invalid': true })}
                >
                  <option value="">{t('store.report.choose')}</option>
                  {reportReasonsOf[kind].map((reason) => (
                    <option key={reason} value={reason}>
                      {reason === 'other' ? t('store.reason.other') : t(`store.report.reason.${reason}`)}
                    </option>
                  ))}
                </select>
              </label>
              <label className="flex flex-col gap-1">
                {t('store.refund.text')}
                <textarea
                  className="field"
                  name="text"
                  rows={5}
                  maxLength={1000}
                  dir="auto"
                  defaultValue={page.given['text'] ?? ''}
                />
              </label>
              <Field
                kit={kit}
                label={t('store.report.email')}
                name="email"
                type="text"
                inputMode="email"
                autoCapitalize="none"
                autoComplete="email"
                defaultValue={page.given['email'] ?? ''}
                wrong={page.wrong.includes('email')}
              />
              <button className="button button-strong">{t('store.report.send')}</button>
            </form>
          </>
        )}
      </div>
    </Document>
  )
}
