import { apiQuery, useApiInfiniteQuery, useApiQuery } from '@quayside/client'
import { actStates, type ActState, type OperatorRole, type ResponseBody, type WorkKind } from '@quayside/contract'
import { actDetail, listActs } from '@quayside/contract/acts'
import { Money } from '@quayside/ui'
import { BadgeCheck, CircleCheck, CircleSlash, ClockAlert, KeyRound, PenLine, ShieldX } from 'lucide-react'
import { factsOf, useActDecisions } from '../../components/act.tsx'
import { DecisionBar } from '../../components/DecisionBar.tsx'
import { fact, FactList, Section } from '../../components/FactList.tsx'
import { Filters } from '../../components/Filters.tsx'
import { QueryState } from '../../components/QueryState.tsx'
import { Detail, Queue } from '../../components/Queue.tsx'
import { StateChip } from '../../components/StateChip.tsx'
import { TimeLeft } from '../../components/TimeLeft.tsx'
import { Subject } from '../../components/Subject.tsx'
import { useUrlState } from '../../hooks/useUrlState.ts'
import { formatDateTime } from '../../lib/format.ts'
import { addressOfSubject } from '../../lib/subjects.ts'
import { createText, t } from '../../lib/texts.ts'
import approvals from '../../locales/en/approvals.ts'

const text = createText(approvals)

type Row = ResponseBody<typeof listActs>['list'][number]
type ActDetail = ResponseBody<typeof actDetail>

const views = ['to-sign', 'proposed', 'all'] as const
const pageSize = 30

/** What another person proposed, and waits for a signature. */
export default function ApprovalsDesk() {
  const [search] = useUrlState()
  const view = views.find((one) => one === search['view']) ?? 'to-sign'
  const state = actStates.find((one) => one === search['state'])
  const list = useApiInfiniteQuery(listActs, { view, limit: pageSize, ...(state && { state }) })
  return (
    <Queue
      title={text('approvals.title')}
      list={list}
      detailQuery={({ id }) => apiQuery(actDetail, { id })}
      filters={
        <Filters
          filters={[
            {
              kind: 'view',
              name: 'view',
              label: text('approvals.view'),
              options: views.map((one) => ({ value: one, label: text(`approvals.view.${one}`) })),
            },
            {
              kind: 'choice',
              name: 'state',
              label: text('approvals.state'),
              options: actStates.map((one) => ({ value: one, label: text(`approvals.state.${one}`) })),
            },
          ]}
        />
      }
      renderRow={(row) => (
        <>
          <span className="min-w-0 flex-1 truncate">
            <span className="font-semibold">{text(`kind.${row.kind}`)}</span>
            {row.shop ? (
              <>
                {' '}
                <bdi>{row.shop.name ?? row.shop.code}</bdi>
              </>
            ) : null}
          </span>
          {row.fields
            .filter(({ label, format }) => label === 'amount' && format === 'amount')
            .map(({ value }) => (
              <span key="amount" className="text-end font-semibold tabular-nums">
                <Money value={value} />
              </span>
            ))}
          <bdi className="max-w-28 truncate text-muted">{row.proposedBy.name}</bdi>
          {row.state === 'open' ? <TimeLeft due={row.expiresAt} /> : <ActStateChip state={row.state} />}
        </>
      )}
      renderDetail={(id, row) => <ActPage key={id} id={id} row={row} />}
      empty={{ title: text('approvals.empty'), text: text('approvals.empty.text') }}
    />
  )
}

const states = {
  open: { tone: 'warning', icon: PenLine },
  executed: { tone: 'success', icon: CircleCheck },
  refused: { tone: 'neutral', icon: CircleSlash },
  expired: { tone: 'neutral', icon: ClockAlert },
} as const

const ActStateChip = ({ state }: { state: ActState }) => (
  <StateChip {...states[state]} label={text(`approvals.state.${state}`)} />
)

/** The acts of these desks are items of the work queue, unless their subject is one. */
const workOfDesk: Partial<Record<OperatorRole, WorkKind>> = {
  finance: 'act-finance',
  review: 'act-review',
  owner: 'act-owner',
}

function ActPage({ id, row }: { id: string; row: Row | undefined }) {
  const query = useApiQuery(actDetail, { id })
  const act = query.data ?? row
  return (
    <Detail
      title={act ? text(`kind.${act.kind}`) : text('approvals.title')}
      state={act ? <ActStateChip state={act.state} /> : null}
      claim={act?.state === 'open' && act.desk in workOfDesk && { kind: workOfDesk[act.desk]!, id }}
      bar={query.data ? <Decisions key={query.data.state} act={query.data} /> : null}
    >
      <QueryState query={query}>{(detail) => <ActFacts act={detail} />}</QueryState>
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
