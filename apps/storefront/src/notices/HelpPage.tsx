import type { HelpPage as Help } from '@quayside/contract/storefront-pages'
import type { PageKit } from '../lib/page.ts'
import { Sections, type PageSection } from '../parts/Sections.tsx'
import { ShippingRates } from '../parts/ShippingRates.tsx'

/** Answers about delivery, payment, refunds and data. Their numbers are those of the settings. */
export function HelpPage({ kit, page }: { kit: PageKit; page: Help }) {
  const { t } = kit
  const sections: PageSection[] = [
    {
      id: 'delivery',
      title: t('store.help.delivery'),
      content: (
        <>
          <ShippingRates kit={kit} rates={page.shipping} />
          <p>{t('store.help.delivery-text')}</p>
        </>
      ),
    },
    {
      id: 'payment',
      title: t('store.help.payment'),
      content: (
        <>
          <p>{t('store.help.payment-text', { minutes: page.paymentMinutes })}</p>
          <p>{t('store.promises.held')}</p>
        </>
      ),
    },
    {
      id: 'cancel',
      title: t('store.help.cancel'),
      content: <p>{t('store.help.cancel-text', { hours: page.pickupHours, days: page.shippingDays })}</p>,
    },
    {
      id: 'refund',
      title: t('store.help.refund'),
      content: <p>{t('store.help.refund-text', { days: page.protectionDays, hours: page.answerHours })}</p>,
    },
    {
      id: 'privacy',
      title: t('store.help.privacy'),
      content: (
        <>
          <p>{t('store.help.privacy-text', { days: page.linkDays })}</p>
          <p>{t('store.promises.data')}</p>
          <a className="link inline-flex min-h-11 items-center self-start" href={kit.to('/privacy')}>
            {t('store.privacy')}
          </a>
        </>
      ),
    },
    {
      id: 'service',
      title: t('store.service'),
      content: (
        <>
          <p>{t('store.service.lead')}</p>
          <a className="button self-start" href={kit.to('/contact')}>
            {t('store.service.contact')}
          </a>
        </>
      ),
    },
    { id: 'report', title: t('store.help.report'), content: <p>{t('store.help.report-text')}</p> },
  ]
  return <Sections kit={kit} title={t('store.help')} sections={sections} />
}
