import type { AnswerFacts } from '@quayside/contract/storefront-pages'
import type { PageKit } from '../lib/page.ts'
import { Icon } from './Icon.tsx'

/** How refund requests were answered and how soon orders left, each with its number of cases. */
export function AnswerFigures({ kit, title, facts }: { kit: PageKit; title: string; facts: AnswerFacts }) {
  const { t } = kit
  const n = (value: number) => kit.number(value)
  const { refunds, shipping } = facts
  return (
    <section aria-labelledby="answers" className="border-y border-border pb-2">
      <h2 id="answers" className="pt-3 text-section font-semibold">
        {title}
      </h2>
      <p className="text-small text-muted">{t('store.answers.lead')}</p>
      <p className="fact">
        <Icon name="back" />
        {refunds
          ? [
              t('store.answers.refunds', {
                asked: n(refunds.asked),
                granted: n(refunds.granted),
                objected: n(refunds.objected),
                silent: n(refunds.silent),
              }),
              ...(refunds.hours === null ? [] : [t('store.answers.time', { hours: refunds.hours })]),
            ].join(' ')
          : t('store.answers.few-refunds')}
      </p>
      <p className="fact">
        <Icon name="truck" />
        {shipping
          ? t('store.answers.shipping', { orders: shipping.orders, days: shipping.days })
          : t('store.answers.few-shipments')}
      </p>
    </section>
  )
}
