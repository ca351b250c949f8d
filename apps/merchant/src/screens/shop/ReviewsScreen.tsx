import { useApiInfiniteQuery, useApiMutation } from '@quayside/client'
import {
  appealReview,
  replyToReview,
  reportShopReview,
  reviewReasons,
  shopReviews,
  type ResponseBody,
  type ReviewReason,
} from '@quayside/contract'
import { Bottle, Button, EmptyState, ErrorText, Page, Sheet, StatusChip } from '@quayside/ui'
import { Ban, Flag, Scale, Star } from 'lucide-react'
import { useState } from 'react'
import { MutationError } from '../../components/MutationError.tsx'
import { OnlineButton } from '../../components/OnlineButton.tsx'
import { PagedBoundary } from '../../components/PagedBoundary.tsx'
import { PagedList } from '../../components/PagedList.tsx'
import { pageSize } from '../../constants.ts'
import { useBack } from '../../hooks/useBack.ts'
import { useLacks } from '../../hooks/useLacks.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { link, paths } from '../../paths.ts'

type Review = ResponseBody<typeof shopReviews>['list'][number]
type Action = 'reply' | 'report' | 'appeal'

/** The reviews of the shop's buyers, with the merchant's one reply, report and appeal for each. */
export function ReviewsScreen() {
  const t = useT()
  const back = useBack(paths.home)
  const reviews = useApiInfiniteQuery(shopReviews, { limit: pageSize })
  const [acting, setActing] = useState<{ action: Action; review: Review } | null>(null)
  return (
    <Page title={t('reviews.title')} onBack={back}>
      <PagedBoundary query={reviews}>
        {() =>
          reviews.rows.length === 0 ? (
            <EmptyState scene={<Bottle />} title={t('reviews.empty')} text={t('reviews.empty.text')} />
          ) : (
            <PagedList
              query={reviews}
              scrollKey="reviews"
              render={(review) => <ReviewRow review={review} onAct={(action) => setActing({ action, review })} />}
            />
          )
        }
      </PagedBoundary>
      {acting ? <ActionSheet {...acting} onClose={() => setActing(null)} /> : null}
    </Page>
  )
}

function ReviewRow({ review, onAct }: { review: Review; onAct: (action: Action) => void }) {
  const t = useT()
  const format = useFormat()
  return (
    <article className="-mx-4 flex flex-col gap-1 border-b border-border px-4 py-3">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span role="img" aria-label={t('reviews.stars', { n: review.rating })} className="flex text-accent">
          {[1, 2, 3, 4, 5].map((star) => (
            <Star key={star} aria-hidden className="size-5" fill={star <= review.rating ? 'currentColor' : 'none'} />
          ))}
        </span>
        <time dateTime={review.at} className="text-caption text-muted">
          {format.ago(review.at)}
        </time>
      </p>
      <a
        href={link(paths.order, { id: review.order.id })}
        className="-my-2 inline-flex min-h-12 items-center text-small font-semibold text-accent"
      >
        <bdi>{t('service.about.order', { code: review.order.code })}</bdi>
      </a>
      {review.changedAt ? (
        <p className="text-small text-muted">{t('reviews.changed', { date: format.date(review.changedAt) })}</p>
      ) : null}
      {review.text ? (
        <p className="text-body whitespace-pre-wrap" dir="auto">
          {review.text}
        </p>
      ) : null}
      <Moderation review={review} />
      {review.reply ? (
        <div className="rounded-field bg-raised p-3">
          <p className="text-caption text-muted">
            {t(review.reply.former ? 'reviews.reply.former' : 'reviews.reply.yours')}
          </p>
          <p className="text-body whitespace-pre-wrap" dir="auto">
            {review.reply.text}
          </p>
        </div>
      ) : null}
      <div className="-ms-4 -mb-2 flex flex-wrap gap-2">
        {(['reply', 'report', 'appeal'] as const)
          .filter((action) => review.may[action])
          .map((action) => (
            <Button key={action} variant="quiet" onClick={() => onAct(action)}>
              {t(`reviews.${action}`)}
            </Button>
          ))}
      </div>
    </article>
  )
}

/** What the platform decided about the words, and the state of the merchant's report and appeal. */
function Moderation({ review }: { review: Review }) {
  const t = useT()
  const reason = review.reason ? t(`reviews.reason.${review.reason}`) : ''
  return (
    <>
      {review.state === 'held' ? <p className="text-small text-muted">{t('reviews.held')}</p> : null}
      {review.state === 'hidden' ? (
        <StatusChip tone="neutral" icon={<Ban aria-hidden className="size-4" />}>
          {t('reviews.hidden', { reason })}
        </StatusChip>
      ) : null}
      {review.state === 'redacted' ? <p className="text-small text-muted">{t('reviews.redacted')}</p> : null}
      {review.state === 'kept' && review.reported ? <p className="text-small text-muted">{t('reviews.kept')}</p> : null}
      {review.reported && (review.state === 'shown' || review.state === 'held') ? (
        <p className="flex items-center gap-2 text-small text-muted">
          <Flag aria-hidden className="size-4 shrink-0" />
          {t('reviews.reported')}
        </p>
      ) : null}
      {review.appeal ? (
        <p className="flex items-center gap-2 text-small text-muted">
          <Scale aria-hidden className="size-4 shrink-0" />
          {t(`reviews.appeal.${review.appeal}`)}
        </p>
      ) : null}
    </>
  )
}

function ActionSheet({ action, review, onClose }: { action: Action; review: Review; onClose: () => void }) {
  const t = useT()
  const [text, setText] = useState('')
  const [reason, setReason] = useState<ReviewReason | ''>('')
  const reply = useApiMutation(replyToReview)
  const report = useApiMutation(reportShopReview)
  const appeal = useApiMutation(appealReview)
  const mutation = { reply, report, appeal }[action]
  const { id } = review
  const submit = async () => {
    const done =
      action === 'reply'
        ? await reply.mutate({ id, text })
        : action === 'appeal'
          ? await appeal.mutate({ id, text })
          : reason && (await report.mutate({ id, reason, text }))
    if (done) onClose()
  }
  const label = {
    reply: t('reviews.reply.yours'),
    report: t('reviews.report.more'),
    appeal: t('reviews.appeal.text'),
  }[action]
  const { form, sentences, isWhole } = useLacks<HTMLDivElement, 'text' | 'reason'>({
    reason: action === 'report' && reason === '' && t('common.required'),
    text: action !== 'report' && text.trim().length < 3 && t('common.required'),
  })
  return (
    <Sheet
      open
      title={t(`reviews.${action}`)}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      footer={
        <OnlineButton wide busy={mutation.isPending} onClick={() => (isWhole() ? void submit() : undefined)}>
          {t(action === 'reply' ? 'reviews.reply.publish' : `reviews.${action}`)}
        </OnlineButton>
      }
    >
      <div ref={form} className="contents">
        {action === 'report' ? (
          <fieldset className="flex flex-col gap-1">
            <legend className="pb-2 text-body">{t('reviews.report.why')}</legend>
            {reviewReasons.map((one) => (
              <label key={one} className="flex min-h-12 items-center gap-3">
                <input
                  type="radio"
                  name="reason"
                  value={one}
                  checked={reason === one}
                  onChange={() => setReason(one)}
                  className="size-5 accent-accent"
                />
                {t(`reviews.reason.${one}`)}
              </label>
            ))}
            {sentences.reason ? <ErrorText>{sentences.reason}</ErrorText> : null}
          </fieldset>
        ) : (
          <p className="text-small text-muted">
            {t(action === 'reply' ? 'reviews.reply.once' : 'reviews.appeal.once')}
          </p>
        )}
        <textarea
          aria-label={label}
          aria-invalid={sentences.text ? true : undefined}
          placeholder={label}
          rows={4}
          maxLength={1000}
          value={text}
          dir="auto"
          onChange={(event) => setText(event.target.value)}
          className="min-h-24 w-full rounded-field border border-input bg-surface px-3 py-3 text-body text-foreground placeholder:text-muted"
        />
        {sentences.text ? <ErrorText>{sentences.text}</ErrorText> : null}
      </div>
      <MutationError mutation={mutation} />
    </Sheet>
  )
}
