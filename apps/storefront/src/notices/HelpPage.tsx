import type { HelpPage as Help } from '@quayside/contract/storefront-pages'
import type { ReactNode } from 'react'
import { Document } from '../layout/Document.tsx'
import type { PageKit } from '../lib/page.ts'
import { ShippingRates } from '../parts/ShippingRates.tsx'

/** Answers about delivery, payment, refunds and data. Their numbers are those of the settings. */
export function HelpPage({ kit, page }: { kit: PageKit; page: Help }) {
  const { t } = kit
  const n = (value: number) => kit.number(value)
  const answers: { id: string; question: string; answer: ReactNode }[] = [
    {
      id: 'delivery',
      question: t('store.help.delivery'),
      answer: (
        <>
          <ShippingRates kit={kit} rates={page.shipping} />
          <p>{t('store.help.delivery-text')}</p>
        </>
      ),
    },
    {
      id: 'payment',
      question: t('store.help.payment'),
      answer: (
        <>
          <p>{t('store.help.payment-text', { minutes: page.paymentMinutes })}</p>
          <p>{t('store.promises.held')}</p>
        </>
      ),
    },
    {
      id: 'cancel',
      question: t('store.help.cancel'),
      answer: <p>{t('store.help.cancel-text', { hours: n(page.pickupHours), days: n(page.shippingDays) })}</p>,
    },
    {
      id: 'refund',
      question: t('store.help.refund'),
      answer: <p>{t('store.help.refund-text', { days: n(page.protectionDays), hours: n(page.answerHours) })}</p>,
    },
    {
      id: 'privacy',
      question: t('store.help.privacy'),
      answer: (
        <>
          <p>{t('store.help.privacy-text', { days: n(page.linkDays) })}</p>
          <p>{t('store.promises.data')}</p>
        </>
      ),
    },
    {
      id: 'service',
      question: t('store.service'),
      answer: (
        <>
          <p>{t('store.service.lead')}</p>
          <a className="button self-start" href={kit.to('/contact')}>
            {t('store.service.contact')}
          </a>
        </>
      ),
    },
    { id: 'report', question: t('store.help.report'), answer: <p>{t('store.help.report-text')}</p> },
  ]
  return (
    <Document kit={kit} head={{ title: t('store.help') }}>
      <h1 className="text-display font-semibold">{t('store.help')}</h1>
      <div className="flex max-w-prose flex-col gap-3">
        {answers.map(({ id, question, answer }) => (
          <section key={id} aria-labelledby={id} className="card flex flex-col gap-2 p-4">
            <h2 id={id} className="text-section font-semibold">
              {question}
            </h2>
            {answer}
          </section>
        ))}
      </div>
    </Document>
  )
}
