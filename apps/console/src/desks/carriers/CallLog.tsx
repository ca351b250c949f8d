import { useApiInfiniteQuery } from '@quayside/client'
import type { CarrierCall } from '@quayside/contract'
import { carrierCallOutcomes, carrierCalls } from '@quayside/contract/carriers'
import { Button, SelectField } from '@quayside/ui'
import { CircleCheck, CircleX, Repeat2 } from 'lucide-react'
import { useState } from 'react'
import { Section } from '../../components/FactList.tsx'
import { QueryProblem } from '../../components/QueryState.tsx'
import { StateChip } from '../../components/StateChip.tsx'
import { formatDateTime } from '../../lib/format.ts'
import { text } from './texts.ts'

const chips = {
  accepted: { tone: 'success', icon: CircleCheck },
  repeated: { tone: 'neutral', icon: Repeat2 },
  refused: { tone: 'danger', icon: CircleX },
} as const

/** The calls of a carrier's programs, newest first, with what was refused and why. */
export function CallLog({ carrierId }: { carrierId: string }) {
  const [outcome, setOutcome] = useState<CarrierCall['outcome'] | ''>('')
  const list = useApiInfiniteQuery(carrierCalls, { id: carrierId, limit: 20, ...(outcome && { outcome }) })
  return (
    <Section title={text('carriers.calls')}>
      <SelectField
        label={text('carriers.calls.filter')}
        value={outcome}
        onChange={(event) => setOutcome(event.target.value as typeof outcome)}
      >
        <option value="">{text('carriers.calls.all')}</option>
        {carrierCallOutcomes.map((one) => (
          <option key={one} value={one}>
            {text(`carriers.outcome.${one}`)}
          </option>
        ))}
      </SelectField>
      {list.first === undefined ? <QueryProblem query={list} rows={3} /> : null}
      {list.first !== undefined && list.rows.length === 0 ? (
        <p className="text-muted">{text('carriers.calls.none')}</p>
      ) : null}
      <ol className="flex flex-col gap-3">
        {list.rows.map((call) => (
          <CallRow key={call.id} call={call} />
        ))}
      </ol>
      {list.done || list.rows.length === 0 ? null : (
        <Button variant="secondary" className="self-start" onClick={list.fetchNextPage}>
          {text('carriers.calls.more')}
        </Button>
      )}
    </Section>
  )
}

function CallRow({ call: { at, way, outcome, refusal, messageId, eventId, start } }: { call: CarrierCall }) {
  return (
    <li className="flex flex-col gap-0.5">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <time dateTime={at} className="tabular-nums">
          {formatDateTime(at)}
        </time>
        <StateChip {...chips[outcome]} label={text(`carriers.outcome.${outcome}`)} />
      </span>
      {refusal ? <span>{text(`carriers.refusal.${refusal}`)}</span> : null}
      <span className="text-small break-all text-muted">
        {[
          text(`carriers.way.${way}`),
          ...(start ? [`${start}…`] : []),
          ...(eventId ? [text('carriers.call.event', { id: eventId })] : []),
          ...(messageId ? [text('carriers.call.message', { id: messageId })] : []),
        ].join(' · ')}
      </span>
    </li>
  )
}
