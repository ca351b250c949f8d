import { useApiMutation } from '@quayside/client'
import { decideReview, moderatedReviews, reviewReasons, type ResponseBody } from '@quayside/contract'
import { toast } from '@quayside/ui'
import { Ban, CircleCheck, Flag, Scissors, ShieldAlert, Star } from 'lucide-react'
import { useOperator } from '../../app/operator.ts'
import { DecisionBar, type Decision, withReasons } from '../../components/DecisionBar.tsx'
import { fact, FactList, History, Section } from '../../components/FactList.tsx'
import { Detail } from '../../components/Queue.tsx'
import { StateChip } from '../../components/StateChip.tsx'
import { TimeLeft } from '../../components/TimeLeft.tsx'
import { Subject } from '../../components/Subject.tsx'
import { formatDateTime } from '../../lib/format.ts'
import { createText } from '../../lib/texts.ts'
import reviews from '../../locales/en/reviews.ts'
import { defineDesk } from '../../components/defineDesk.tsx'

const text = createText(reviews)
type Review = ResponseBody<typeof moderatedReviews>['list'][number]

/** Reviews that wait for a decision or for the appeal's, by deadline, and decided ones. */
export default defineDesk({
  name: 'reviews',
  texts: reviews,
  list: moderatedReviews,
  filters: { view: { view: true }, search: {} },
  row: (review, { view }) => ({
    title: review.shop.name ?? review.shop.code,
    amount: <Stars n={review.rating} />,
    whose: review.text || text('reviews.no-words'),
    time: view === 'decided' ? <ReviewState review={review} /> : <TimeLeft due={review.dueAt} />,
  }),
  Item: ReviewDetail,
})

const Stars = ({ n }: { n: number }) => (
  <span role="img" aria-label={text('reviews.stars', { n })} className="flex">
    {[1, 2, 3, 4, 5].map((star) => (
      <Star key={star} aria-hidden className="size-3.5" fill={star <= n ? 'currentColor' : 'none'} />
    ))}
  </span>
)

const states = {
  shown: { tone: 'warning', icon: Flag },
  held: { tone: 'warning', icon: ShieldAlert },
  kept: { tone: 'success', icon: CircleCheck },
  hidden: { tone: 'danger', icon: Ban },
  redacted: { tone: 'info', icon: Scissors },
} as const

const ReviewState = ({ review: { state } }: { review: Review }) => (
  <StateChip {...states[state]} label={text(`reviews.state.${state}`)} />
)

function ReviewDetail({ data: review }: { data: Review }) {
  const { roles } = useOperator()
  const decide = useApiMutation(decideReview)
  const { appeal } = review
  const isAppeal = appeal !== null && appeal.decided === null
  const isOpen = review.decided === null || isAppeal
  const mayNot = !roles.some((role) => role === 'review' || role === 'support')
    ? text('reviews.may-not')
    : !isOpen
      ? text('reviews.no-decision')
      : isAppeal && review.decided?.own
        ? text('reviews.own')
        : undefined
  const run = async (input: Omit<Parameters<typeof decide.mutate>[0], 'id' | 'changedAt'>) => {
    const done = await decide.mutate({ id: review.id, changedAt: review.changedAt, ...input })
    if (done) toast(text('reviews.done'))
    return done !== null
  }
  const decisions: Decision[] = [
    {
      id: 'keep',
      label: text('reviews.keep'),
      keys: 'e',
      disabled: mayNot,
      consequence: text('reviews.keep.consequence'),
      run: () => run({ decision: 'keep' }),
    },
    withReasons({
      id: 'hide',
      label: text('reviews.hide'),
      keys: 'h',
      disabled: mayNot,
      reasons: reviewReasons.map((reason) => ({ value: reason, label: text(`reviews.reason.${reason}`) })),
      consequence: text('reviews.hide.consequence'),
      run: ({ reason }) => run({ decision: 'hide', reason }),
    }),
    {
      id: 'redact',
      label: text('reviews.redact'),
      keys: 'r',
      disabled: mayNot,
      text: {
        label: text('reviews.redact.text'),
        required: true,
        maxLength: 2000,
        hint: text('reviews.redact.hint'),
        dir: 'auto',
      },
      consequence: text('reviews.redact.consequence'),
      run: ({ text: redactedText }) => run({ decision: 'redact', redactedText }),
    },
  ]
  const decisionsMade = [
    review.decided && {
      key: 'first',
      at: review.decided.at,
      text: text('reviews.decided'),
      who: review.decided.by,
    },
    appeal?.decided && {
      key: 'appeal',
      at: appeal.decided.at,
      text: text('reviews.appeal-decided'),
      who: appeal.decided.by,
    },
  ].filter((one) => one !== null && one !== undefined)
  return (
    <Detail
      title={review.shop.name ?? review.shop.code}
      claim={{ kind: 'review', id: review.id }}
      state={
        <>
          <ReviewState review={review} />
          {isOpen ? <TimeLeft due={review.dueAt} /> : null}
        </>
      }
      bar={<DecisionBar decisions={decisions} sends={[decide]} />}
    >
      {appeal ? (
        <Section title={text('reviews.appeal')}>
          <p className="font-semibold">
            {text(`reviews.appeal.${appeal.by}`, { state: text(`reviews.state.${appeal.against}`) })}
          </p>
          <p className="whitespace-pre-wrap" dir="auto">
            {appeal.text}
          </p>
        </Section>
      ) : null}
      <Section title={text('reviews.review')}>
        <p className="max-w-2xl break-words whitespace-pre-wrap" dir="auto">
          {review.text || text('reviews.no-words')}
        </p>
        <FactList
          items={[
            fact(text('reviews.rating'), <Stars n={review.rating} />),
            fact(text('reviews.written'), formatDateTime(review.at)),
            review.changedAt !== null && fact(text('reviews.changed'), formatDateTime(review.changedAt)),
            fact(
              text('reviews.shop'),
              <Subject kind="shop" id={review.shop.id} work={{ kind: 'review', id: review.id }}>
                {review.shop.code}
              </Subject>,
            ),
            fact(text('reviews.order'), <bdi dir="ltr">{review.order}</bdi>),
            review.redactedText !== null && fact(text('reviews.shown'), <bdi>{review.redactedText}</bdi>),
            review.reply !== null && fact(text('reviews.reply'), <bdi>{review.reply}</bdi>),
          ]}
        />
      </Section>
      {review.former.length > 0 ? (
        <Section title={text('reviews.former')}>
          <History
            entries={review.former.map(({ rating, text: words, at }) => ({
              key: at,
              at,
              text: (
                <>
                  <Stars n={rating} />
                  <span className="block" dir="auto">
                    {words || text('reviews.no-words')}
                  </span>
                </>
              ),
            }))}
          />
        </Section>
      ) : null}
      <Section title={text('reviews.reports')}>
        <History
          entries={review.reports.map(({ by, reason, text: words, at }, i) => ({
            key: `${at} ${i}`,
            at,
            text: (
              <>
                {text(`reviews.report.${by}`, { reason: text(`reviews.reason.${reason}`) })}
                {words ? (
                  <span className="block" dir="auto">
                    {words}
                  </span>
                ) : null}
              </>
            ),
          }))}
        />
      </Section>
      {decisionsMade.length > 0 ? (
        <Section title={text('reviews.decisions')}>
          <History entries={decisionsMade} />
        </Section>
      ) : null}
    </Detail>
  )
}
