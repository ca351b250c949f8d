import type { ActState, OperatorRole, ResponseBody, WorkKind } from '@quayside/contract'
import { actDetail, listActs } from '@quayside/contract/acts'
import { Money } from '@quayside/ui'
import { BadgeCheck, CircleCheck, CircleSlash, ClockAlert, KeyRound, PenLine, ShieldX } from 'lucide-react'
import { factsOf, useActDecisions } from '../../components/act.tsx'
import { DecisionBar } from '../../components/DecisionBar.tsx'
import { defineDesk } from '../../components/defineDesk.tsx'
import { fact, FactList, Section } from '../../components/FactList.tsx'
import { Detail } from '../../components/Queue.tsx'
import { stateChips } from '../../components/StateChip.tsx'
import { TimeLeft } from '../../components/TimeLeft.tsx'
import { Subject } from '../../components/Subject.tsx'
import { formatDateTime } from '../../lib/format.ts'
import { addressOfSubject } from '../../lib/subjects.ts'
import { createText, t } from '../../lib/texts.ts'
import approvals from '../../locales/en/approvals.ts'

const text = createText(approvals)

type ActDetail = ResponseBody<typeof actDetail>

/** What another person proposed, and waits for a signature. */
export default defineDesk({
  name: 'approvals',
  texts: approvals,
  list: listActs,
  filters: { view: { view: true }, state: {} },
  detail: actDetail,
  row: (row) => ({
    title: text(`kind.${row.kind}`),
    amount: row.fields
      .filter(({ label, format }) => label === 'amount' && format === 'amount')
      .map(({ value }) => <Money key="amount" value={value} />),
    whose: [row.shop?.name ?? row.shop?.code, row.proposedBy.name].filter(Boolean).join(' · '),
    time: row.state === 'open' ? <TimeLeft due={row.expiresAt} /> : <State state={row.state} />,
  }),
  Item: ActPage,
})

const State = stateChips<ActState>(
  {
    open: { tone: 'warning', icon: PenLine },
    executed: { tone: 'success', icon: CircleCheck },
    refused: { tone: 'neutral', icon: CircleSlash },
    expired: { tone: 'neutral', icon: ClockAlert },
  },
  (state) => text(`approvals.state.${state}`),
)

/** The acts of these desks are items of the work queue, unless their subject is one. */
const workOfDesk: Partial<Record<OperatorRole, WorkKind>> = {
  finance: 'act-finance',
  review: 'act-review',
  owner: 'act-owner',
}

function ActPage({ data: act }: { data: ActDetail }) {
  return (
    <Detail
      title={text(`kind.${act.kind}`)}
      state={<State state={act.state} />}
      claim={act.state === 'open' && act.desk in workOfDesk && { kind: workOfDesk[act.desk]!, id: act.id }}
      bar={<Decisions key={act.state} act={act} />}
    >
      <ActFacts act={act} />
    </Detail>
  )
}

function Decisions({ act }: { act: ActDetail }) {
  const { decisions, ...sent } = useActDecisions(act)
  return <DecisionBar decisions={decisions} sends={[sent]} />
}

function ActFacts({ act }: { act: ActDetail }) {
  return (
    <>
      <Section title={text('approvals.facts')}>
        <FactList
          items={[
            act.shop !== null &&
              fact(
                text('approvals.shop'),
                <Subject kind="shop" id={act.shop.id}>
                  {`${act.shop.name ?? ''} ${act.shop.code}`.trim()}
                </Subject>,
              ),
            addressOfSubject(act.subject.kind, act.subject.id, act.shop?.id) !== null &&
              act.subject.kind !== 'shop' &&
              fact(
                text('approvals.subject'),
                <Subject kind={act.subject.kind} id={act.subject.id} shopId={act.shop?.id}>
                  {text('approvals.subject.open')}
                </Subject>,
              ),
            ...factsOf(act),
            fact(
              text('approvals.proposed-by'),
              <bdi>{`${act.proposedBy.name} · #${act.proposedBy.staffNumber} · ${t(`role.${act.desk}`)}`}</bdi>,
            ),
            fact(text('approvals.proposed-at'), formatDateTime(act.proposedAt)),
            act.state === 'open' && fact(text('approvals.expires'), <TimeLeft due={act.expiresAt} />),
          ]}
        />
      </Section>
      <Section title={text('approvals.signatures')}>
        <p className="text-muted">
          {text('approvals.signatures.count', { signed: act.signed, needed: act.signaturesNeeded })}
        </p>
        {act.signatures.length === 0 ? <p className="text-muted">{text('approvals.signatures.none')}</p> : null}
        <ul className="flex flex-col gap-2">
          {act.signatures.map(({ by, at, method, verified }) => (
            <li key={by.id} className="flex items-start gap-2">
              {method === 'code' ? (
                <KeyRound aria-hidden className="size-5 shrink-0 text-muted" />
              ) : verified ? (
                <BadgeCheck aria-hidden className="size-5 shrink-0 text-success" />
              ) : (
                <ShieldX aria-hidden className="size-5 shrink-0 text-danger" />
              )}
              <span>
                <bdi className="font-semibold">{`${by.name} · #${by.staffNumber}`}</bdi>
                <span className="block text-small text-muted">
                  {method === 'code'
                    ? text('approvals.confirmed')
                    : verified
                      ? text('approvals.signed')
                      : text('approvals.signed.wrong')}
                  {' · '}
                  <time dateTime={at}>{formatDateTime(at)}</time>
                </span>
              </span>
            </li>
          ))}
        </ul>
      </Section>
      {act.state === 'open' ? null : (
        <Section title={text('approvals.ended')}>
          <FactList
            items={[
              fact(text('approvals.ended-at'), act.endedAt ? formatDateTime(act.endedAt) : null),
              fact(text('approvals.ended-by'), act.endedBy ? <bdi>{act.endedBy.name}</bdi> : null),
              act.endReason !== null && fact(text('approvals.end-reason'), <span dir="auto">{act.endReason}</span>),
            ]}
          />
        </Section>
      )}
      <details className="border-b border-border px-4 py-2">
        <summary className="min-h-6 cursor-pointer font-semibold">{text('approvals.document')}</summary>
        <p className="pt-1 text-muted">{text('approvals.document.text')}</p>
        <FactList
          items={[
            fact(
              text('approvals.digest'),
              <code dir="ltr" className="break-all">
                {act.digest}
              </code>,
            ),
          ]}
        />
        <pre dir="ltr" className="rounded-field bg-raised p-2 text-small break-all whitespace-pre-wrap">
          {act.document}
        </pre>
      </details>
    </>
  )
}
