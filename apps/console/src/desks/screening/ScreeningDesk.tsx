import { useApiMutation } from '@quayside/client'
import { decideScreeningHit, listScreeningHits, type ResponseBody } from '@quayside/contract'
import { useOperator } from '../../app/operator.ts'
import { DecisionBar, told, type Decision } from '../../components/DecisionBar.tsx'
import { defineDesk } from '../../components/defineDesk.tsx'
import { fact, FactList, History, Section } from '../../components/FactList.tsx'
import { Detail } from '../../components/Queue.tsx'
import { HitState, howAlike } from '../../components/ScreeningSection.tsx'
import { Subject } from '../../components/Subject.tsx'
import { TimeLeft } from '../../components/TimeLeft.tsx'
import { formatDateTime } from '../../lib/format.ts'
import { createText } from '../../lib/texts.ts'
import screening from '../../locales/en/screening.ts'

const text = createText(screening)
type Hit = ResponseBody<typeof listScreeningHits>['list'][number]

/** Merchants and payout destinations that a list of sanctions may name: by deadline, and decided ones. */
export default defineDesk({
  name: 'screening',
  texts: screening,
  list: listScreeningHits,
  ofShops: true,
  filters: { state: { view: true }, subject: {} },
  row: (hit) => ({
    title: hit.listed,
    amount: `${hit.score} %`,
    whose: `${hit.who} · ${hit.shop.name ?? hit.shop.code}`,
    time: hit.state === 'open' ? <TimeLeft due={hit.decideBy} /> : <HitState state={hit.state} />,
  }),
  Item: HitDetail,
})

function HitDetail({ data: hit }: { data: Hit }) {
  const { roles } = useOperator()
  const decide = useApiMutation(decideScreeningHit)
  const mayNot = roles.some((role) => role === 'review' || role === 'finance') ? undefined : text('screening.may-not')
  const decision = (
    state: 'cleared' | 'confirmed',
    more: Pick<Decision, 'label' | 'keys' | 'variant' | 'consequence'>,
  ): Decision => ({
    id: state,
    ...more,
    disabled: mayNot ?? (hit.state === 'cleared' || hit.state === state ? text('screening.no-decision') : undefined),
    text: {
      label: text('screening.reason'),
      hint: text('screening.reason.hint'),
      required: true,
      maxLength: 500,
      dir: 'auto',
    },
    run: ({ text: reason }) =>
      told(decide.mutate({ shopId: hit.shopId, id: hit.id, decision: state, reason }), text('screening.done')),
  })
  const work = { kind: 'screening' as const, id: hit.id }
  return (
    <Detail
      title={hit.listed}
      claim={work}
      state={
        <>
          <HitState state={hit.state} />
          {hit.state === 'open' ? <TimeLeft due={hit.decideBy} /> : null}
        </>
      }
      bar={
        <DecisionBar
          sends={[decide]}
          decisions={[
            decision('cleared', {
              label: text('screening.clear'),
              keys: 'e',
              variant: 'primary',
              consequence: text('screening.clear.consequence'),
            }),
            decision('confirmed', {
              label: text('screening.confirm'),
              keys: 'l',
              variant: 'danger',
              consequence: text('screening.confirm.consequence'),
            }),
          ]}
        />
      }
    >
      <Section title={text('screening.compare')}>
        <FactList
          items={[
            fact(text('screening.listed'), <bdi className="font-semibold wrap-anywhere">{hit.listed}</bdi>),
            fact(text('screening.who'), <bdi className="font-semibold wrap-anywhere">{hit.who}</bdi>),
            fact(text('screening.where'), <bdi className="wrap-anywhere">{hit.where}</bdi>),
            fact(text('screening.match'), howAlike(hit)),
            fact(text('screening.list'), <bdi className="wrap-anywhere">{`${hit.list} · ${hit.entry}`}</bdi>),
            fact(text('screening.filter.subject'), text(`screening.subject.${hit.subject}`)),
            fact(
              text('screening.shop'),
              <Subject kind={hit.subject === 'registration' ? 'registration' : 'shop'} id={hit.shopId} work={work}>
                {hit.shop.name ?? hit.shop.code}
              </Subject>,
            ),
            fact(text('screening.found'), formatDateTime(hit.foundAt)),
            hit.state === 'open' && fact(text('screening.due'), formatDateTime(hit.decideBy)),
            hit.endedAt !== null && fact(text('screening.ended'), formatDateTime(hit.endedAt)),
          ]}
        />
        <p className="max-w-2xl text-muted">{text('screening.sign')}</p>
      </Section>
      {hit.decided ? (
        <Section title={text('screening.decision')}>
          <History
            entries={[
              {
                key: 'decided',
                at: hit.decided.at,
                text: text('screening.decided', {
                  state: text(`screening.state.${hit.state}`),
                  reason: hit.decided.reason,
                }),
                who: hit.decided.by,
              },
            ]}
          />
        </Section>
      ) : null}
    </Detail>
  )
}
