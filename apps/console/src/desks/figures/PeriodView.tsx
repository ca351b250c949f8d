import { useApiQuery } from '@quayside/client'
import { platformFigureNames, type PlatformFigureName, type ResponseBody } from '@quayside/contract'
import { exportPlatformFigures, platformFigures } from '@quayside/contract/platform-figures'
import { LineChart, Money, SelectField, TextField } from '@quayside/ui'
import type { ReactNode } from 'react'
import { ExportButton } from '../../components/ExportButton.tsx'
import { FactList, Section } from '../../components/FactList.tsx'
import { QueryState } from '../../components/QueryState.tsx'
import { useUrlState } from '../../hooks/useUrlState.ts'
import { formatAmount, formatNumber } from '../../lib/format.ts'
import { AmountTable, Part, today } from '../books/parts.tsx'
import { text } from './texts.ts'

type Figures = ResponseBody<typeof platformFigures>
type Row = Figures['total']

/** Days of the first look. */
const usualDays = 30
const daysBefore = (day: string, n: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - n * 86_400_000).toISOString().slice(0, 10)

/** Sales, take rate and money in and out of a period. */
export function PeriodView() {
  const [search, setSearch] = useUrlState()
  const to = search['to'] ?? today()
  const from = search['from'] ?? daysBefore(to, usualDays - 1)
  const by = search['by'] === 'month' ? 'month' : 'day'
  const query = useApiQuery(platformFigures, { from, to, by })
  const dayField = (name: 'from' | 'to', value: string) => (
    <TextField
      label={text(`figures.${name}`)}
      type="date"
      value={value}
      max={today()}
      onChange={(event) => event.target.value && setSearch({ [name]: event.target.value }, { replace: true })}
    />
  )
  return (
    <Part title={text('figures.view.period')}>
      <div className="flex flex-wrap items-end gap-3 p-4">
        {dayField('from', from)}
        {dayField('to', to)}
        <SelectField
          label={text('figures.by')}
          value={by}
          onChange={(event) => setSearch({ by: event.target.value }, { replace: true })}
        >
          <option value="day">{text('figures.by.day')}</option>
          <option value="month">{text('figures.by.month')}</option>
        </SelectField>
        <ExportButton endpoint={exportPlatformFigures} filter={{ from, to, by }} />
      </div>
      <QueryState query={query} rows={10}>
        {(data) => <Period data={data} by={by} />}
      </QueryState>
    </Part>
  )
}

function Period({ data: { total, periods, madeUntil }, by }: { data: Figures; by: 'day' | 'month' }) {
  const labels = periods.map(({ period }) => period)
  const axis = [labels[0]!, labels[Math.floor((labels.length - 1) / 2)]!, labels.at(-1)!]
  const series = (key: 'sales' | 'refunds' | 'commission') => ({
    key,
    label: text(`figures.${key}`),
    values: periods.map((row) => Number(row[key])),
    text: (i: number) => formatAmount(periods[i]![key]),
  })
  const plot = (label: string, ...keys: ('sales' | 'refunds' | 'commission')[]) => (
    <div className="min-w-0 flex-1 basis-80">
      <LineChart
        series={keys.map(series)}
        labels={labels}
        axis={axis}
        label={label}
        dayLabel={text('figures.plot.move')}
        scale={(value) => formatAmount(value.toFixed(2))}
      />
    </div>
  )
  return (
    <>
      <p className="max-w-prose px-4 text-small text-muted">
        {text('figures.zone')} {madeUntil ? text('figures.made', { day: madeUntil }) : text('figures.made.none')}
      </p>
      <Section heading="h2" title={text('figures.total')}>
        <FactList
          items={platformFigureNames.map((name) => ({ label: text(`figures.${name}`), value: cell(total, name) }))}
        />
      </Section>
      <div className="flex flex-wrap gap-6 px-4 py-3">
        {plot(text('figures.plot.sales'), 'sales', 'refunds')}
        {plot(text('figures.plot.commission'), 'commission')}
      </div>
      <div className="px-2 pb-6">
        <AmountTable
          label={text('figures.view.period')}
          head={[
            text(by === 'day' ? 'figures.day' : 'figures.month'),
            ...platformFigureNames.map((n) => text(`figures.${n}`)),
          ]}
          rows={periods
            .filter((row) => isEventful(row))
            .toReversed()
            .map((row) => ({
              key: row.period,
              cells: [
                <time key="period" dateTime={row.period}>
                  {row.period}
                </time>,
                ...platformFigureNames.map((name) => <span key={name}>{cell(row, name)}</span>),
              ],
            }))}
        />
      </div>
      <Section heading="h2" title={text('figures.is')}>
        <FactList
          items={platformFigureNames.map((name) => ({
            label: text(`figures.${name}`),
            value: text(`figures.is.${name}`),
          }))}
        />
      </Section>
    </>
  )
}

const isEventful = (row: Row): boolean => platformFigureNames.some((name) => Number(row[name] ?? 0) !== 0)

function cell(row: Row, name: PlatformFigureName): ReactNode {
  if (name === 'takeRate') return row.takeRate === null ? null : `${(row.takeRate / 100).toFixed(2)}%`
  if (name === 'orders' || name === 'cancelled') return formatNumber(row[name])
  return <Money value={row[name]} />
}
