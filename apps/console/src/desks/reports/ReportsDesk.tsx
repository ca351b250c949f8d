import { useApiMutation } from '@quayside/client'
import { decideReport, listReports, type ResponseBody } from '@quayside/contract'
import { CircleCheck, CircleX, Flag } from 'lucide-react'
import { useOperator } from '../../app/operator.ts'
import { DecisionBar, told, type Decision } from '../../components/DecisionBar.tsx'
import { defineDesk } from '../../components/defineDesk.tsx'
import { fact, FactList, History, Section } from '../../components/FactList.tsx'
import { Detail } from '../../components/Queue.tsx'
import { stateChips } from '../../components/StateChip.tsx'
import { TimeLeft } from '../../components/TimeLeft.tsx'
import { Subject } from '../../components/Subject.tsx'
import { formatDateTime } from '../../lib/format.ts'
import { createText } from '../../lib/texts.ts'
import reports from '../../locales/en/reports.ts'

const text = createText(reports)
type Report = ResponseBody<typeof listReports>['list'][number]

const State = stateChips<Report['state']>(
  {
    open: { tone: 'warning', icon: Flag },
    upheld: { tone: 'success', icon: CircleCheck },
    dismissed: { tone: 'neutral', icon: CircleX },
  },
  (state) => text(`reports.state.${state}`),
)

const nameOf = ({ product, shop }: Report) => product?.name ?? shop.name ?? shop.code

/** Reports of visitors about shops and products: by deadline, and decided ones. */
export default defineDesk({
  name: 'reports',
  texts: reports,
  list: listReports,
  filters: { view: { view: true } },
  row: (report, { view }) => ({
    title: nameOf(report),
    whose: `${text(`reports.reason.${report.reason}`)}${report.text ? `: ${report.text}` : ''}`,
    time: view === 'decided' ? <State state={report.state} /> : <TimeLeft due={report.dueAt} />,
  }),
  Item: ReportDetail,
})

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

function ReportDetail({ data: report }: { data: Report }) {
  const { roles } = useOperator()
  const decide = useApiMutation(decideReport)
  const mayNot = !roles.some((role) => role === 'review' || role === 'support')
    ? text('reports.may-not')
    : report.state !== 'open'
      ? text('reports.no-decision')
      : undefined
  const decision = (id: 'upheld' | 'dismissed', label: string, consequence: string): Decision => ({
    id,
    label,
    keys: id.charAt(0),
    disabled: mayNot,
    text: { label: text('reports.note'), required: true, maxLength: 1000, hint: text('reports.note.hint') },
    consequence,
    run: ({ text: note }) => told(decide.mutate({ id: report.id, decision: id, note }), text('reports.done')),
  })
  const { decided } = report
  const words = { state: text(`reports.state.${report.state}`), note: report.note ?? '' }
  const decisions = [
    decision('upheld', text('reports.uphold'), text('reports.uphold.consequence')),
    decision('dismissed', text('reports.dismiss'), text('reports.dismiss.consequence')),
  ]
  return (
    <Detail
      title={nameOf(report)}
      claim={{ kind: 'report', id: report.id }}
      state={
        <>
          <State state={report.state} />
          {report.state === 'open' ? <TimeLeft due={report.dueAt} /> : null}
        </>
      }
      bar={<DecisionBar decisions={decisions} sends={[decide]} />}
    >
      <Section title={text('reports.report')}>
        <p className="max-w-2xl break-words whitespace-pre-wrap" dir="auto">
          {report.text || text('reports.no-words')}
        </p>
        <FactList
          items={[
            fact(text('reports.reason'), text(`reports.reason.${report.reason}`)),
            fact(
              text('reports.shop'),
              <Subject kind="shop" id={report.shop.id} work={{ kind: 'report', id: report.id }}>
                {report.shop.code}
              </Subject>,
            ),
            report.product !== null && fact(text('reports.product'), <bdi>{report.product.name}</bdi>),
            fact(text('reports.number'), <bdi dir="ltr">{report.code}</bdi>),
            fact(text('reports.written'), formatDateTime(report.at)),
            fact(
              text('reports.reporter'),
              report.answered
                ? text('reports.reporter.mail', { language: languageNames.of(report.language) ?? report.language })
                : text('reports.reporter.none'),
            ),
          ]}
        />
      </Section>
      {decided ? (
        <Section title={text('reports.decision')}>
          <History
            entries={[{ key: 'decided', at: decided.at, text: text('reports.decided', words), who: decided.by }]}
          />
        </Section>
      ) : null}
    </Detail>
  )
}
