import { apiQuery, useApiInfiniteQuery, useApiQuery } from '@quayside/client'
import {
  auditActs,
  auditOutcomes,
  auditSubjects,
  operatorRoles,
  type AuditAct,
  type AuditOutcome,
  type AuditSubjectKind,
  type OperatorRole,
  type ResponseBody,
} from '@quayside/contract'
import { auditDetail, auditHead, exportAudit, listAudit } from '@quayside/contract/audit'
import { listOperators } from '@quayside/contract/operators'
import { Link } from '../../components/Link.tsx'
import { CircleCheck, CircleDashed, CircleSlash, OctagonAlert, Repeat, ShieldCheck, ShieldX } from 'lucide-react'
import { ExportButton } from '../../components/ExportButton.tsx'
import { fact, FactList, Section } from '../../components/FactList.tsx'
import { Filters } from '../../components/Filters.tsx'
import { QueryState } from '../../components/QueryState.tsx'
import { Detail, Queue } from '../../components/Queue.tsx'
import { StateChip } from '../../components/StateChip.tsx'
import { Subject } from '../../components/Subject.tsx'
import { useAllRows } from '../../hooks/useAllRows.ts'
import { useUrlState } from '../../hooks/useUrlState.ts'
import type { UrlState } from '../../lib/router.ts'
import { formatDateTime, formatNumber } from '../../lib/format.ts'
import { createText, t } from '../../lib/texts.ts'
import audit from '../../locales/en/audit.ts'

const text = createText(audit)

type Row = ResponseBody<typeof listAudit>['list'][number]

/** A column as words: `decided_at` → "Decided at". */
const words = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

const pageSize = 50
const spans = ['1', '7', '30', '90'] as const

/** The first day of a span that ends today, in UTC. */
const firstDay = (days: string): string =>
  new Date(Date.now() - (Number(days) - 1) * 86_400_000).toISOString().slice(0, 10)

const filterOf = (search: UrlState) => ({
  ...(search['q'] && { search: search['q'] }),
  ...(search['by'] && { operatorId: search['by'] }),
  ...(search['desk'] && { desk: search['desk'] as OperatorRole }),
  ...(search['act'] && { act: search['act'] as AuditAct }),
  ...(search['about'] && { subject: search['about'] as AuditSubjectKind }),
  ...(search['outcome'] && { outcome: search['outcome'] as AuditOutcome }),
  ...(search['shop'] && { shopId: search['shop'] }),
  ...(search['days'] && { from: firstDay(search['days']) }),
})

/** Every call of an operator, newest first, with its place in the chain. */
export default function AuditDesk() {
  const [search] = useUrlState()
  const filter = filterOf(search)
  const list = useApiInfiniteQuery(listAudit, { ...filter, limit: pageSize })
  const people = useAllRows(listOperators, {})
  const head = useApiQuery(auditHead, {})
  return (
    <Queue
      title={text('audit.title')}
      list={list}
      detailQuery={({ id }) => apiQuery(auditDetail, { id })}
      actions={<ExportButton endpoint={exportAudit} filter={filter} />}
      filters={
        <>
          <Filters
            filters={[
              { kind: 'search', name: 'q', label: text('audit.search') },
              {
                kind: 'choice',
                name: 'by',
                label: text('audit.person'),
                options: people.rows.map(({ id, name }) => ({ value: id, label: name })),
              },
              {
                kind: 'choice',
                name: 'desk',
                label: text('audit.desk'),
                options: operatorRoles.map((role) => ({ value: role, label: t(`role.${role}`) })),
              },
              {
                kind: 'choice',
                name: 'act',
                label: text('audit.act'),
                options: auditActs.map((act) => ({ value: act, label: text(`act.${act}`) })),
              },
              {
                kind: 'choice',
                name: 'about',
                label: text('audit.subject'),
                options: auditSubjects.map((kind) => ({ value: kind, label: text(`subject.${kind}`) })),
              },
              {
                kind: 'choice',
                name: 'outcome',
                label: text('audit.outcome'),
                options: auditOutcomes.map((outcome) => ({ value: outcome, label: text(`outcome.${outcome}`) })),
              },
              {
                kind: 'choice',
                name: 'days',
                label: text('audit.days'),
                options: spans.map((days) => ({ value: days, label: text(`audit.days.${days}`) })),
              },
            ]}
          />
          {head.data ? (
            <p className="border-b border-border px-3 py-1 text-small text-muted tabular-nums" title={head.data.hash}>
              {text('audit.head', {
                rows: formatNumber(Number(head.data.rows)),
                hash: head.data.hash.slice(0, 16),
              })}
            </p>
          ) : null}
        </>
      }
      renderRow={(row) => (
        <>
          <time dateTime={row.at} className="w-28 shrink-0 text-muted tabular-nums">
            {formatDateTime(row.at).replace(/, \d{4}/, '')}
          </time>
          <span className="min-w-0 flex-1 truncate">
            <span className="font-semibold">{text(`act.${row.act}`)}</span> {text(`subject.${row.subject.kind}`)}
            {row.subject.code ? (
              <>
                {' '}
                <bdi>{row.subject.code}</bdi>
              </>
            ) : null}
          </span>
          <bdi className="max-w-24 truncate text-muted">{row.by?.name ?? text('audit.nobody')}</bdi>
          {row.outcome === 'done' ? null : <OutcomeChip outcome={row.outcome} />}
        </>
      )}
      renderDetail={(id, row) => <AuditDetail key={id} id={id} row={row} />}
      empty={{ title: text('audit.empty'), text: text('audit.empty.text') }}
    />
  )
}

const outcomes = {
  begun: { tone: 'warning', icon: CircleDashed },
  done: { tone: 'success', icon: CircleCheck },
  repeated: { tone: 'neutral', icon: Repeat },
  refused: { tone: 'neutral', icon: CircleSlash },
  failed: { tone: 'danger', icon: OctagonAlert },
} as const

const OutcomeChip = ({ outcome }: { outcome: AuditOutcome }) => (
  <StateChip {...outcomes[outcome]} label={text(`outcome.${outcome}`)} />
)

function AuditDetail({ id, row }: { id: string; row: Row | undefined }) {
  const query = useApiQuery(auditDetail, { id })
  const title = row ? `${text(`act.${row.act}`)} · ${text(`subject.${row.subject.kind}`)}` : text('audit.title')
  return (
    <Detail title={title} state={row ? <OutcomeChip outcome={row.outcome} /> : null}>
      <QueryState query={query}>
        {(detail) => (
          <>
            <Section title={text('audit.facts')}>
              <FactList
                items={[
                  fact(text('audit.at'), formatDateTime(detail.at)),
                  fact(
                    text('audit.by'),
                    detail.by ? (
                      <bdi>{text('audit.staff', { name: detail.by.name, number: detail.by.staffNumber })}</bdi>
                    ) : (
                      text('audit.nobody')
                    ),
                  ),
                  fact(text('audit.desk'), detail.desk ? t(`role.${detail.desk}`) : null),
                  detail.refusal !== null && fact(text('audit.refusal'), detail.refusal),
                  fact(
                    text('audit.code'),
                    <span className="break-all">
                      <Subject kind={detail.subject.kind} id={detail.subject.id} shopId={detail.shops[0]?.id}>
                        {detail.subject.code ?? detail.subject.id ?? ''}
                      </Subject>
                    </span>,
                  ),
                  fact(
                    text('audit.shops'),
                    detail.shops.length === 0
                      ? null
                      : detail.shops.map((shop) => (
                          <span key={shop.id} className="block">
                            <Subject kind="shop" id={shop.id}>
                              {`${shop.name ?? ''} ${shop.code}`.trim()}
                            </Subject>
                          </span>
                        )),
                  ),
                  fact(
                    detail.reasonShown ? text('audit.reason') : text('audit.reason.hidden'),
                    detail.reason ? <span dir="auto">{detail.reason}</span> : null,
                  ),
                  fact(text('audit.endpoint'), <code className="break-all">{detail.endpoint}</code>),
                  fact(text('audit.address'), <bdi dir="ltr">{detail.address}</bdi>),
                  fact(text('audit.request'), <code className="break-all">{detail.requestId}</code>),
                ]}
              />
              {detail.subject.kind === 'act' && detail.subject.id ? (
                <Link
                  className="font-semibold text-accent"
                  to="/approvals"
                  search={{ view: 'all', row: detail.subject.id }}
                >
                  {text('audit.act.open')}
                </Link>
              ) : null}
            </Section>
            <Section title={text('audit.changed')}>
              <Changes before={detail.before} after={detail.after} />
            </Section>
            {detail.detail ? (
              <Section title={text('audit.detail')}>
                <FactList
                  items={Object.entries(detail.detail).map(([name, value]) =>
                    fact(name, <span className="break-all">{asText(value)}</span>),
                  )}
                />
              </Section>
            ) : null}
            <Section title={text('audit.chain')}>
              <p className={detail.verified ? 'flex gap-2' : 'flex gap-2 font-semibold text-danger'}>
                {detail.verified ? (
                  <ShieldCheck aria-hidden className="size-5" />
                ) : (
                  <ShieldX aria-hidden className="size-5" />
                )}
                {detail.verified ? text('audit.verified') : text('audit.broken')}
              </p>
              <FactList
                items={[
                  fact(text('audit.place'), formatNumber(Number(detail.id))),
                  detail.begunId !== null && fact(text('audit.begun'), detail.begunId),
                  fact(text('audit.previous'), <code className="break-all">{detail.previousHash}</code>),
                  fact(text('audit.hash'), <code className="break-all">{detail.hash}</code>),
                ]}
              />
            </Section>
          </>
        )}
      </QueryState>
    </Detail>
  )
}

const asText = (value: unknown): string =>
  value === null || value === undefined ? t('common.none') : typeof value === 'string' ? value : JSON.stringify(value)

type KeptFacts = Record<string, unknown> | null

function Changes({ before, after }: { before: KeptFacts; after: KeptFacts }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  if (names.length === 0) return <p className="text-muted">{text('audit.changed.none')}</p>
  return (
    <table className="w-full table-fixed border-collapse text-start">
      <thead className="text-small text-muted">
        <tr>
          {(['audit.field', 'audit.before', 'audit.after'] as const).map((column) => (
            <th key={column} scope="col" className="py-1 pe-3 text-start font-semibold">
              {text(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {names.map((name) => (
          <tr key={name} className="border-t border-border align-top">
            <th scope="row" className="py-1 pe-3 text-start font-normal break-words text-muted">
              {words(name)}
            </th>
            <td className="py-1 pe-3 break-words">{asText(before?.[name])}</td>
            <td className="py-1 pe-3 font-semibold break-words">{asText(after?.[name])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
