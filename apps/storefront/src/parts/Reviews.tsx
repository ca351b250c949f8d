import type { ReviewPage, ReviewSummary } from '@quayside/contract/storefront-pages'
import type { PageKit } from '../lib/page.ts'
import { reportPath } from '../lib/report-path.ts'
import { Paging } from './Paging.tsx'

/** Five stars as text for everybody: the number stands beside them. */
export function Stars({ kit, rating }: { kit: PageKit; rating: number }) {
  const full = Math.round(rating)
  return (
    <span className="whitespace-nowrap">
      <span aria-hidden="true" className="text-accent">
        {'★'.repeat(full)}
        {'☆'.repeat(5 - full)}
      </span>{' '}
      <span className="text-small">{kit.t('store.rating', { rating: kit.number(rating) })}</span>
    </span>
  )
}

/** How many reviews have how many stars. A bar is as long as its part of all. */
const StarCounts = ({ kit, summary }: { kit: PageKit; summary: ReviewSummary }) => (
  <ul aria-label={kit.t('store.reviews-stars')} className="grid max-w-prose gap-1 text-small">
    {[5, 4, 3, 2, 1].map((stars) => {
      const n = summary.stars[stars - 1]!
      return (
        <li key={stars} className="grid grid-cols-[6.5rem_1fr_3rem] items-center gap-3">
          <span>{kit.t('store.rating', { rating: kit.number(stars) })}</span>
          <svg
            viewBox="0 0 100 6"
            preserveAspectRatio="none"
            aria-hidden="true"
            className="h-2 w-full rounded-full bg-raised rtl:-scale-x-100"
          >
            <rect width={(100 * n) / summary.reviews} height="6" className="fill-current text-accent" />
          </svg>
          <span className="text-end tabular-nums">{kit.number(n)}</span>
        </li>
      )
    })}
  </ul>
)

/** Reviews, always with the number of orders that could have brought one. */
export function Reviews({
  kit,
  shop,
  summary,
  reviews,
  address,
  single = false,
}: {
  kit: PageKit
  /** The code of the shop. */
  shop: string
  summary: ReviewSummary
  reviews: ReviewPage
  /** The address of a page of reviews. */
  address: (number: number) => string
  /** They are of one product, and only orders of this product alone count. */
  single?: boolean
}) {
  const { t } = kit
  return (
    <section aria-labelledby="reviews" className="flex flex-col gap-3">
      <h2 id="reviews" className="text-title font-semibold">
        {t('store.reviews')}
      </h2>
      {summary.reviews === 0 && <p className="text-muted">{t('store.reviews-none')}</p>}
      {summary.rating !== null && (
        <p className="flex flex-wrap gap-x-3">
          <Stars kit={kit} rating={summary.rating} />
          <span className="text-muted">
            {t('store.reviews-of', {
              reviews: kit.number(summary.reviews),
              completed: summary.completed,
            })}
          </span>
        </p>
      )}
      {summary.reviews > 0 && <StarCounts kit={kit} summary={summary} />}
      {single && summary.reviews > 0 && <p className="text-small text-muted">{t('store.reviews-single')}</p>}
      {summary.removed > 0 && (
        <p className="text-small text-muted">{t('store.reviews-removed', { n: summary.removed })}</p>
      )}
      <ul className="flex flex-col gap-3">
        {reviews.list.map((review) => (
          <li key={review.id} className="card flex flex-col gap-2 p-4">
            <p className="flex flex-wrap justify-between gap-x-3">
              <Stars kit={kit} rating={review.rating} />
              <time dateTime={review.at} className="text-small text-muted">
                {kit.day(review.at)}
              </time>
            </p>
            {review.changedAt !== null && (
              <p className="text-small text-muted">{t('store.review-changed', { date: kit.day(review.changedAt) })}</p>
            )}
            {review.text === null ? (
              <p className="text-muted">{t('store.review-hidden')}</p>
            ) : (
              review.text !== '' && <p dir="auto">{review.text}</p>
            )}
            {review.state === 'redacted' && <p className="text-small text-muted">{t('store.review-redacted')}</p>}
            {review.reply && (
              <div className="border-s-2 border-border ps-3">
                <p className="text-small text-muted">
                  {t(review.reply.former ? 'store.review-reply-former' : 'store.review-reply')}
                </p>
                <p dir="auto">{review.reply.text}</p>
              </div>
            )}
            <a
              className="link inline-flex min-h-11 min-w-11 items-center self-start text-small"
              href={kit.to(reportPath(shop, { review: review.id }))}
              rel="nofollow"
            >
              {t('store.report')}
            </a>
          </li>
        ))}
      </ul>
      <Paging
        kit={kit}
        number={reviews.number}
        pages={reviews.pages}
        address={(n) => `${address(n)}#reviews`}
        label={t('store.reviews')}
      />
    </section>
  )
}
