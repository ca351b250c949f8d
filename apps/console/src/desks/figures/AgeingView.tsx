import { useApiQuery } from '@quayside/client'
import { ageEnds } from '@quayside/contract'
import { platformAgeing } from '@quayside/contract/platform-figures'
import { Money } from '@quayside/ui'
import { EmptyNotice, QueryState } from '../../components/QueryState.tsx'
import { TimeAgo } from '../../components/TimeLeft.tsx'
import { formatNumber } from '../../lib/format.ts'
import { createText } from '../../lib/texts.ts'
import disputes from '../../locales/en/disputes.ts'
import orders from '../../locales/en/orders.ts'
import refunds from '../../locales/en/refunds.ts'
import withdrawals from '../../locales/en/withdrawals.ts'
import { AmountTable, Part } from '../books/parts.tsx'
import { text } from './texts.ts'

/** The words of the desks for their states. */
const words = {
  order: (state: string) => createText(orders)(`orders.status.${state}` as keyof typeof orders),
  withdrawal: (state: string) => createText(withdrawals)(`withdrawals.state.${state}` as keyof typeof withdrawals),
  refund: (state: string) => createText(refunds)(`refunds.state.${state}` as keyof typeof refunds),
  dispute: (state: string) => createText(disputes)(`disputes.state.${state}` as keyof typeof disputes),
}

/** What is open now, by its age. */
export function AgeingView() {
  const query = useApiQuery(platformAgeing, {})
  return (
    <Part title={text('figures.view.ageing')}>
      <p className="max-w-prose px-4 py-3 text-small text-muted">{text('figures.ageing.text')}</p>
      <QueryState query={query}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyNotice title={text('figures.ageing.none')} />
          ) : (
            <div className="px-2 pb-6">
              <AmountTable
                label={text('figures.view.ageing')}
                head={[
                  text('figures.ageing.what'),
                  ...ageEnds.map((n) => text('figures.ageing.up-to', { n })),
                  text('figures.ageing.older'),
                  text('figures.ageing.amount'),
                  text('figures.ageing.oldest'),
                ]}
                rows={rows.map((row) => ({
                  key: `${row.kind} ${row.state}`,
                  cells: [
                    text(`figures.kind.${row.kind}`, { state: words[row.kind](row.state) }),
                    ...row.counts.map((n) => (n === 0 ? '' : formatNumber(n))),
                    <Money key="amount" value={row.amount} />,
                    <TimeAgo key="oldest" at={row.oldest} />,
                  ],
                }))}
              />
            </div>
          )
        }
      </QueryState>
    </Part>
  )
}
