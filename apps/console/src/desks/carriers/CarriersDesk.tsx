import { useApiMutation, useApiQuery } from '@quayside/client'
import { addCarrier, listCarriers } from '@quayside/contract/carriers'
import { Button, TextField, toast } from '@quayside/ui'
import { Plus, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useOperator } from '../../app/operator.ts'
import { EmptyNotice, MutationProblem } from '../../components/QueryState.tsx'
import { Detail, Queue, wholeList } from '../../components/Queue.tsx'
import { StateChip } from '../../components/StateChip.tsx'
import { useUrlState } from '../../hooks/useUrlState.ts'
import { focusNow } from '../../lib/focusNow.ts'
import { CarrierDetail, CarrierState } from './CarrierDetail.tsx'
import { text } from './texts.ts'

/** The value of `row` for the form of a new carrier. */
const newCarrier = 'new'

/** Carriers' programs: who may report parcels, with what, and what came of their calls. */
export default function CarriersDesk() {
  const [, setSearch] = useUrlState()
  const mayChange = useOperator().roles.includes('owner')
  const query = useApiQuery(listCarriers, {})
  return (
    <Queue
      title={text('carriers.title')}
      list={wholeList(query, ({ id }) => id)}
      actions={
        mayChange ? (
          <Button
            variant="secondary"
            icon={<Plus aria-hidden className="size-4" />}
            onClick={() => setSearch({ row: newCarrier })}
          >
            {text('carriers.add')}
          </Button>
        ) : null
      }
      renderRow={(carrier) => (
        <>
          <bdi className="min-w-0 flex-1 truncate font-semibold">{carrier.name}</bdi>
          {carrier.refusedCalls > 0 ? (
            <StateChip
              tone="warning"
              icon={TriangleAlert}
              label={text('carriers.refused', { n: carrier.refusedCalls })}
            />
          ) : null}
          <CarrierState carrier={carrier} />
        </>
      )}
      renderDetail={(key, row) =>
        key === newCarrier && mayChange ? (
          <AddForm onDone={(id) => setSearch({ row: id })} />
        ) : row ? (
          <CarrierDetail key={key} carrier={row} />
        ) : (
          <EmptyNotice title={text('carriers.gone')} />
        )
      }
      empty={{ title: text('carriers.empty'), text: text('carriers.empty.text') }}
    />
  )
}

function AddForm({ onDone }: { onDone: (id: string) => void }) {
  const [name, setName] = useState('')
  const { mutate, isPending, refusal, unreachable } = useApiMutation(addCarrier, { awaitRefetch: true })
  return (
    <Detail title={text('carriers.add')}>
      <form
        className="flex max-w-md flex-col gap-4 px-4 pb-4"
        onSubmit={(event) => {
          event.preventDefault()
          void mutate({ name }).then((added) => {
            if (!added) return
            toast(text('carriers.add.done'))
            onDone(added.id)
          })
        }}
      >
        <p className="text-muted">{text('carriers.add.text')}</p>
        <TextField
          ref={focusNow}
          label={text('carriers.name')}
          required
          minLength={2}
          maxLength={60}
          dir="auto"
          value={name}
          error={refusal?.fields['name']}
          onChange={(event) => setName(event.target.value)}
        />
        <MutationProblem refusal={refusal} unreachable={unreachable} />
        <Button type="submit" busy={isPending} className="self-start">
          {text('carriers.add')}
        </Button>
      </form>
    </Detail>
  )
}
