import { useApiInfiniteQuery, useApiMutation } from '@quayside/client'
import { decideReport, listReports, reportViews, type ResponseBody } from '@quayside/contract'
import { toast } from '@quayside/ui'
import { CircleCheck, CircleX, Flag } from 'lucide-react'
import { useOperator } from '../../app/operator.ts'
import { DecisionBar, type Decision } from '../../components/DecisionBar.tsx'
import { FactList, History, Section } from '../../components/FactList.tsx'
import { Filters } from '../../components/Filters.tsx'
import { EmptyNotice } from '../../components/QueryState.tsx'
import { Detail, Queue } from '../../components/Queue.tsx'
import { StateChip } from '../../components/StateChip.tsx'
import { TimeLeft } from '../../components/TimeLeft.tsx'
import { Subject } from '../../components/Subject.tsx'
import { useUrlState } from '../../hooks/useUrlState.ts'
import { formatDateTime } from '../../lib/format.ts'
import { createText } from '../../lib/texts.ts'
import reports from '../../locales/en/reports.ts'

const text = createText(reports)
type Report = ResponseBody<typeof listReports>['list'][number]

/** Reports of visitors about shops and products: by deadline, and decided ones. */
export default function ReportsDesk() {
  const [search] = useUrlState()
  const view = reportViews.find((one) => one === search['view']) ?? 'open'
  const list = useApiInfiniteQuery(listReports, { view, limit: 50 })
  return (
    <Queue
      title={text('reports.title')}
      list={list}
      filters={
        <Filters
          filters={[
            {
              kind: 'view',
              name: 'view',
              label: text('reports.view'),
              options: reportViews.map((one) => ({ value: one, label: text(`reports.view.${one}`) })),
            },
          ]}
        />
      }
      renderRow={(report) => (
        <>
          <span className="flex min-w-0 flex-1 flex-col">
            <bdi className="truncate font-semibold">{report.product?.name ?? report.shop.name ?? report.shop.code}</bdi>
            <span className="truncate text-muted" dir="auto">
              {text(`reports.reason.${report.reason}`)}
              {report.text ? `: ${report.text}` : ''}
            </span>
          </span>
          <span className="flex shrink-0 flex-col items-end">
            {view === 'decided' ? <ReportState report={report} /> : <TimeLeft due={report.dueAt} />}
          </span>
        </>
      )}
      renderDetail={(id, report) =>
        report ? <ReportDetail key={id} report={report} /> : <EmptyNotice title={text('reports.done')} />
      }
      empty={{ title: text('reports.empty'), text: text('reports.empty.text') }}
    />
  )
}

const states = {
  open: { tone: 'warning', icon: Flag },
  upheld: { tone: 'success', icon: CircleCheck },
  dismissed: { tone: 'neutral', icon: CircleX },
} as const

const ReportState = ({ report: { state } }: { report: Report }) => (
  <StateChip {...states[state]} label={text(`reports.state.${state}`)} />
)

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

function ReportDetail({ report }: { report: Report }) {
  const { roles } = useOperator()
  const decide = useApiMutation(decideReport)
  const mayNot = !roles.some((role) => role === 'review' || role === 'support')
    ? text('reports.may-not')
    : report.state !== 'open'
      ? text('reports.no-decision')
      : undefined
  const run = async (decision: 'upheld' | 'dismissed', note: string) => {
    const done = await decide.mutate({ id: report.id, decision, note })
    if (done) toast(text('reports.done'))
    return done !== null
  }
  const note = { label: text('reports.note'), required: true, maxLength: 1000, hint: text('reports.note.hint') }
  const decisions: Decision[] = [
    {
      id: 'uphold',
      label: text('reports.uphold'),
      keys: 'u',
      disabled: mayNot,
      text: note,
      consequence: text('reports.uphold.consequence'),
      run: ({ text: words }) => run('upheld', words),
    },
    {
      id: 'dismiss',
      label: text('reports.dismiss'),
      keys: 'd',
      disabled: mayNot,
      text: note,
      consequence: text('reports.dismiss.consequence'),
      run: ({ text: words }) => run('dismissed', words),
    },
  ]
  return (
    <Detail
      title={report.product?.name ?? report.shop.name ?? report.shop.code}
      claim={{ kind: 'report', id: report.id }}
      state={
        <>
          <ReportState report={report} />
          {report.state === 'open' ? <TimeLeft due={report.dueAt} /> : null}
        </>
      }
      bar={<DecisionBar decisions={decisions} refusal={decide.refusal} unreachable={decide.unreachable} />}
    >
      <Section title={text('reports.report')}>
        <p className="max-w-2xl break-words whitespace-pre-wrap" dir="auto">
          {report.text || text('reports.no-words')}
        </p>
        <FactList
          items={[
            { label: text('reports.reason'), value: text(`reports.reason.${report.reason}`) },
            {
              label: text('reports.shop'),
              value: (
                <Subject kind="shop" id={report.shop.id} work={{ kind: 'report', id: report.id }}>
                  {report.shop.code}
                </Subject>
              ),
            },
            report.product !== null && { label: text('reports.product'), value: <bdi>{report.product.name}</bdi> },
            { label: text('reports.number'), value: <bdi dir="ltr">{report.code}</bdi> },
            { label: text('reports.written'), value: formatDateTime(report.at) },
            {
              label: text('reports.reporter'),
              value: report.answered
                ? text('reports.reporter.mail', { language: languageNames.of(report.language) ?? report.language })
                : text('reports.reporter.none'),
            },
          ]}
        />
      </Section>
      {report.decided ? (
        <Section title={text('reports.decision')}>
          <History
            entries={[
              {
                key: 'decided',
                at: report.decided.at,
                text: text('reports.decided', {
                  state: text(`reports.state.${report.state}`),
                  note: report.note ?? '',
                }),
                who: report.decided.by,
              },
            ]}
          />
        </Section>
      ) : null}
    </Detail>
  )
}
