import { useApiInfiniteQuery, useApiMutation } from '@quayside/client'
import type { Refused } from '@quayside/client'
import type { ResponseBody } from '@quayside/contract'
import { changeSupplier, createSupplier, listSuppliers } from '@quayside/contract/suppliers'
import { Button, Money, TextArea, TextField, toast } from '@quayside/ui'
import { Archive, CircleCheck, Plus } from 'lucide-react'
import { useState } from 'react'
import { useOperator } from '../../app/operator.ts'
import { DecisionBar } from '../../components/DecisionBar.tsx'
import { fact, FactList, Section } from '../../components/FactList.tsx'
import { Filters } from '../../components/Filters.tsx'
import { EmptyNotice, MutationProblem } from '../../components/QueryState.tsx'
import { Detail, Queue } from '../../components/Queue.tsx'
import { StateChip } from '../../components/StateChip.tsx'
import { useLoadOpened } from '../../hooks/useLoadOpened.ts'
import { useUnsaved } from '../../hooks/useUnsaved.ts'
import { useUrlState } from '../../hooks/useUrlState.ts'
import { formatNumber } from '../../lib/format.ts'
import { createText } from '../../lib/texts.ts'
import suppliers from '../../locales/en/suppliers.ts'

const text = createText(suppliers)
type Supplier = ResponseBody<typeof listSuppliers>['list'][number]
type Fields = { name: string; contact: string; paymentDays: string; terms: string }

/** Who supplies the goods, and on which terms. */
export default function SuppliersDesk() {
  const [search, setSearch] = useUrlState()
  const { roles } = useOperator()
  const mayChange = roles.includes('catalogue')
  const list = useApiInfiniteQuery(listSuppliers, {
    ...(search['q'] && { search: search['q'] }),
    archived: search['state'] === 'archived',
    limit: 100,
  })
  useLoadOpened(list, search['row'])
  const isNew = search['row'] === 'new'
  return (
    <Queue
      title={text('suppliers.title')}
      list={list}
      actions={
        mayChange ? (
          <Button
            variant="secondary"
            icon={<Plus aria-hidden className="size-4" />}
            onClick={() => setSearch({ row: 'new' })}
          >
            {text('suppliers.add')}
          </Button>
        ) : null
      }
      filters={
        <Filters
          filters={[
            { kind: 'search', name: 'q', label: text('suppliers.search') },
            {
              kind: 'choice',
              name: 'state',
              label: text('suppliers.filter.state'),
              all: text('suppliers.filter.active', { n: list.first?.archived ?? 0 }),
              options: [{ value: 'archived', label: text('suppliers.filter.archived') }],
            },
          ]}
        />
      }
      renderRow={(supplier) => (
        <>
          <bdi className="min-w-0 flex-1 truncate font-semibold">{supplier.name}</bdi>
          <bdi dir="ltr" className="text-muted">
            {supplier.code}
          </bdi>
          <Money value={supplier.cost30} className="w-28 text-end" />
        </>
      )}
      renderDetail={(id, supplier) =>
        isNew ? (
          <NewSupplier key="new" onAdded={(added) => setSearch({ row: added }, { replace: true })} />
        ) : supplier ? (
          <SupplierDetail key={id} supplier={supplier} mayChange={mayChange} />
        ) : (
          <EmptyNotice title={text('suppliers.empty')} />
        )
      }
      empty={{ title: text('suppliers.empty'), text: text('suppliers.empty.text') }}
    />
  )
}

function SupplierFields({
  value,
  onChange,
  refusal,
  readOnly = false,
}: {
  value: Fields
  onChange: (next: Fields) => void
  refusal: Refused | null
  readOnly?: boolean
}) {
  return (
    <>
      <TextField
        label={text('suppliers.name')}
        dir="auto"
        maxLength={120}
        readOnly={readOnly}
        value={value.name}
        error={refusal?.fields['name']}
        onChange={(event) => onChange({ ...value, name: event.target.value })}
      />
      <TextField
        label={text('suppliers.contact')}
        dir="auto"
        maxLength={200}
        readOnly={readOnly}
        value={value.contact}
        error={refusal?.fields['contact']}
        onChange={(event) => onChange({ ...value, contact: event.target.value })}
      />
      <TextField
        label={text('suppliers.payment-days')}
        inputMode="numeric"
        dir="ltr"
        readOnly={readOnly}
        value={value.paymentDays}
        error={refusal?.fields['paymentDays']}
        onChange={(event) => onChange({ ...value, paymentDays: event.target.value.replace(/\D/g, '').slice(0, 3) })}
      />
      <TextArea
        label={text('suppliers.terms')}
        dir="auto"
        rows={4}
        maxLength={4000}
        readOnly={readOnly}
        value={value.terms}
        error={refusal?.fields['terms']}
        onChange={(event) => onChange({ ...value, terms: event.target.value })}
      />
    </>
  )
}

const inputOf = ({ paymentDays, ...fields }: Fields) => ({ ...fields, paymentDays: Number(paymentDays || 0) })

function NewSupplier({ onAdded }: { onAdded: (id: string) => void }) {
  const [code, setCode] = useState('')
  const [fields, setFields] = useState<Fields>({ name: '', contact: '', paymentDays: '30', terms: '' })
  const create = useApiMutation(createSupplier)
  const letGo = useUnsaved(Boolean(code || fields.name || fields.contact || fields.terms))
  return (
    <Detail title={text('suppliers.add')}>
      <form
        aria-label={text('suppliers.add')}
        className="flex max-w-xl flex-col gap-3 px-4 py-3"
        onSubmit={async (event) => {
          event.preventDefault()
          const done = await create.mutate({ code, ...inputOf(fields) })
          if (!done) return
          toast(text('suppliers.saved'))
          letGo()
          onAdded(done.id)
        }}
      >
        <TextField
          label={text('suppliers.code')}
          hint={text('suppliers.code.hint')}
          dir="ltr"
          maxLength={20}
          value={code}
          error={create.refusal?.fields['code']}
          onChange={(event) => setCode(event.target.value.toUpperCase())}
        />
        <SupplierFields value={fields} onChange={setFields} refusal={create.refusal} />
        <Button type="submit" className="self-start" busy={create.isPending}>
          {text('suppliers.save')}
        </Button>
        <MutationProblem
          refusal={Object.keys(create.refusal?.fields ?? {}).length > 0 ? null : create.refusal}
          unreachable={create.unreachable}
        />
      </form>
    </Detail>
  )
}

function SupplierDetail({ supplier, mayChange }: { supplier: Supplier; mayChange: boolean }) {
  const { id, name, contact, paymentDays, terms, archived } = supplier
  const [fields, setFields] = useState<Fields>({ name, contact, paymentDays: String(paymentDays), terms })
  const change = useApiMutation(changeSupplier)
  const stored: Fields = { name, contact, paymentDays: String(paymentDays), terms }
  useUnsaved(JSON.stringify(fields) !== JSON.stringify(stored) && !change.isPending)
  const save = async (isArchived: boolean) => {
    const done = await change.mutate({ id, ...inputOf(fields), archived: isArchived })
    if (done) toast(text('suppliers.saved'))
    return done !== null
  }
  return (
    <Detail
      title={name}
      state={
        archived ? (
          <StateChip tone="neutral" icon={Archive} label={text('suppliers.archived')} />
        ) : (
          <StateChip tone="success" icon={CircleCheck} label={text('suppliers.active')} />
        )
      }
      bar={
        <DecisionBar
          sends={[]}
          decisions={[
            {
              id: 'archive',
              label: text(archived ? 'suppliers.restore' : 'suppliers.archive'),
              keys: 'a',
              disabled: mayChange ? undefined : text('suppliers.no-right'),
              ...(archived ? {} : { consequence: text('suppliers.archive.consequence') }),
              run: () => save(!archived),
            },
          ]}
        />
      }
    >
      <Section title={text('suppliers.figures')}>
        <FactList
          items={[
            fact(text('suppliers.code'), <bdi dir="ltr">{supplier.code}</bdi>),
            fact(text('suppliers.products'), formatNumber(supplier.products)),
            fact(text('suppliers.pieces'), formatNumber(supplier.pieces30)),
            fact(text('suppliers.cost'), <Money value={supplier.cost30} />),
          ]}
        />
      </Section>
      <Section title={text('suppliers.terms.section')}>
        <form
          aria-label={text('suppliers.terms.section')}
          className="flex max-w-xl flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            void save(archived)
          }}
        >
          <SupplierFields value={fields} onChange={setFields} refusal={change.refusal} readOnly={!mayChange} />
          {mayChange ? (
            <Button type="submit" className="self-start" busy={change.isPending}>
              {text('suppliers.save')}
            </Button>
          ) : null}
          <MutationProblem
            refusal={Object.keys(change.refusal?.fields ?? {}).length > 0 ? null : change.refusal}
            unreachable={change.unreachable}
          />
        </form>
      </Section>
    </Detail>
  )
}
