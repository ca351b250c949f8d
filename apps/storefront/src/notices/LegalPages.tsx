/** Imprint, privacy and terms. Their numbers are those of the settings and of the database. */
import type { PrivacyPage as Privacy, TermsPage as Terms } from '@quayside/contract/storefront-pages'
import type { PageKit } from '../lib/page.ts'
import { Sections } from '../parts/Sections.tsx'

/** Name and address of the operator, or that there is none. */
function Operator({ kit }: { kit: PageKit }) {
  const { imprint } = kit.frame
  if (!imprint) return <p>{kit.t('store.imprint.none')}</p>
  return (
    <address className="not-italic">
      <bdi className="block font-semibold">{imprint.legalName}</bdi>
      <bdi className="block">{imprint.address}</bdi>
    </address>
  )
}

/** Where complaints go: an address for mails, or a page. */
function Complaints({ kit }: { kit: PageKit }) {
  const complaints = kit.frame.imprint?.complaints
  if (!complaints) return null
  const href = complaints.includes('@') ? `mailto:${complaints}` : complaints
  return (
    <p>
      {kit.t('store.complaints')}:{' '}
      <a className="link" href={href}>
        <bdi>{complaints}</bdi>
      </a>
    </p>
  )
}

const Contact = ({ kit }: { kit: PageKit }) => (
  <a className="button self-start" href={kit.to('/contact')}>
    {kit.t('store.service.contact')}
  </a>
)

export function ImprintPage({ kit }: { kit: PageKit }) {
  const { t } = kit
  return (
    <Sections
      kit={kit}
      title={t('store.imprint')}
      sections={[
        { id: 'operator', title: t('store.imprint.operator'), content: <Operator kit={kit} /> },
        {
          id: 'contact',
          title: t('store.service'),
          content: (
            <>
              <Complaints kit={kit} />
              <p>{t('store.service.lead')}</p>
              <Contact kit={kit} />
            </>
          ),
        },
        { id: 'seller', title: t('store.terms.seller'), content: <p>{t('store.terms.seller-text')}</p> },
      ]}
    />
  )
}

export function PrivacyPage({ kit, page }: { kit: PageKit; page: Privacy }) {
  const { t } = kit
  return (
    <Sections
      kit={kit}
      title={t('store.privacy')}
      lead={t('store.privacy.lead')}
      sections={[
        { id: 'controller', title: t('store.privacy.controller'), content: <Operator kit={kit} /> },
        {
          id: 'orders',
          title: t('store.account.orders'),
          content: (
            <>
              <p>{t('store.privacy.order')}</p>
              <p>{t('store.privacy.email', { days: page.linkDays })}</p>
            </>
          ),
        },
        {
          id: 'payment',
          title: t('store.privacy.payment'),
          content: (
            <>
              <p>{t('store.pay.card')}</p>
              <p>{t('store.privacy.payment-text', { days: page.evidenceDays })}</p>
            </>
          ),
        },
        { id: 'account', title: t('store.account'), content: <p>{t('store.privacy.account')}</p> },
        { id: 'words', title: t('store.privacy.words'), content: <p>{t('store.privacy.words-text')}</p> },
        {
          id: 'marks',
          title: t('store.privacy.abuse'),
          content: <p>{t('store.privacy.abuse-text', { days: page.markDays })}</p>,
        },
        {
          id: 'cookies',
          title: t('store.privacy.cookies'),
          content: (
            <p>
              {t('store.promises.data')}
              {page.cookies && ` ${t('store.pay.cookies')}`}
            </p>
          ),
        },
        {
          id: 'rights',
          title: t('store.privacy.rights'),
          content: (
            <>
              <p>{t('store.privacy.rights-text')}</p>
              <p>{t('store.privacy.ask')}</p>
              <Complaints kit={kit} />
              <p className="flex flex-wrap gap-3">
                <a className="button" href={kit.to('/account/data')} rel="nofollow">
                  {t('store.account.data')}
                </a>
                <Contact kit={kit} />
              </p>
            </>
          ),
        },
      ]}
    />
  )
}

export function TermsPage({ kit, page }: { kit: PageKit; page: Terms }) {
  const { t } = kit
  return (
    <Sections
      kit={kit}
      title={t('store.terms')}
      sections={[
        { id: 'seller', title: t('store.terms.seller'), content: <p>{t('store.terms.seller-text')}</p> },
        {
          id: 'payment',
          title: t('store.help.payment'),
          content: (
            <>
              <p>{t('store.promises.total')}</p>
              <p>{t('store.help.payment-text', { minutes: page.paymentMinutes })}</p>
            </>
          ),
        },
        {
          id: 'money',
          title: t('store.terms.money'),
          content: <p>{t('store.terms.money-text', { days: page.protectionDays })}</p>,
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
          id: 'dispute',
          title: t('store.terms.dispute'),
          content: <p>{t('store.terms.dispute-text', { days: page.decisionDays })}</p>,
        },
        { id: 'law', title: t('store.terms.law'), content: <p>{t('store.terms.law-text')}</p> },
      ]}
    />
  )
}
