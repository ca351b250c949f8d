import { useApiMutation, useDownload } from '@quayside/client'
import {
  decidePrivacyRequest,
  exportPrivacyRequest,
  listPrivacyRequests,
  privacyKinds,
  privacyParties,
  privacyRequestDetail,
  proposeErasure,
  provePrivacyRequest,
  recordPrivacyRequest,
  staffProofs,
  type PrivacyKind,
  type PrivacyState,
  type ResponseBody,
} from '@quayside/contract'
import { Button, SelectField, TextArea, TextField, toast } from '@quayside/ui'
import { CircleCheck, CircleX, Clock, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useOperator } from '../../app/operator.ts'
import { usePendingAct } from '../../components/act.tsx'
import { DecisionBar, type Decision, withReasons } from '../../components/DecisionBar.tsx'
import { defineDesk } from '../../components/defineDesk.tsx'
import { fact, FactList, History, Section } from '../../components/FactList.tsx'
import { MutationProblem } from '../../components/QueryState.tsx'
import { Detail } from '../../components/Queue.tsx'
import { stateChips } from '../../components/StateChip.tsx'
import { TimeAgo, TimeLeft } from '../../components/TimeLeft.tsx'
import { useUnsaved } from '../../hooks/useUnsaved.ts'
import { useUrlState } from '../../hooks/useUrlState.ts'
import { formatDateTime } from '../../lib/format.ts'
import { saveFile } from '../../lib/saveFile.ts'
import { createText } from '../../lib/texts.ts'
import { valueName } from '../../lib/values.ts'
import privacy from '../../locales/en/privacy.ts'

const text = createText(privacy)
type Row = ResponseBody<typeof listPrivacyRequests>['list'][number]
type Request = ResponseBody<typeof privacyRequestDetail>

const State = stateChips<PrivacyState>(
  {
    open: { tone: 'warning', icon: Clock },
    done: { tone: 'success', icon: CircleCheck },
    refused: { tone: 'neutral', icon: CircleX },
    withdrawn: { tone: 'neutral', icon: Undo2 },
  },
  (state) => text(`privacy.state.${state}`),
)

const personOf = ({ shop, buyer }: Row): string => shop?.name ?? shop?.code ?? buyer?.name ?? ''
const useMayNot = () => {
  const { roles } = useOperator()
  return roles.some((role) => role === 'support' || role === 'owner') ? undefined : text('privacy.may-not')
}

/** Requests of merchants and buyers for a copy or the erasure of their data, by deadline. */
export default defineDesk({
  name: 'privacy',
  texts: privacy,
  list: listPrivacyRequests,
  filters: { view: { view: true } },
  detail: privacyRequestDetail,
  row: (row) => ({
    title: personOf(row),
    whose: `${text(`privacy.kind.${row.kind}`)} · ${text(`privacy.party.${row.party}`)}`,
    time: row.state === 'open' ? <TimeLeft due={row.dueAt} /> : <State state={row.state} />,
  }),
  Item: RequestView,
  Form: NewRequest,
})

function RequestView({ data: request }: { data: Request }) {
  const { id, kind, state } = request
  const act = usePendingAct(request.actId)
  const download = useDownload(exportPrivacyRequest)
  const decisions = useDecisions(request)
  const isOpen = state === 'open'
  const save = async () => {
    const got = await download.fetchFile({ id })
    if (got) saveFile(got)
    else toast(text('privacy.copy.failed'))
  }
  const mayExport = useMayNot() === undefined && isOpen && kind === 'export' && request.proof !== null
  return (
    <Detail
      title={personOf(request)}
      claim={{ kind: 'privacy-request', id: request.id }}
      state={
        <>
          <State state={state} />
          {isOpen ? <TimeLeft due={request.dueAt} /> : null}
        </>
      }
      bar={<DecisionBar decisions={[...act.decisions, ...decisions.decisions]} sends={[act, decisions]} />}
    >
      {act.section}
      <Section
        title={text('privacy.request')}
        actions={
          mayExport ? (
            <Button variant="secondary" busy={download.fetching !== null} onClick={() => void save()}>
              {text('privacy.copy')}
            </Button>
          ) : null
        }
      >
        <p className="max-w-2xl break-words whitespace-pre-wrap" dir="auto">
          {request.text || text('privacy.no-words')}
        </p>
        <FactList
          items={[
            fact(text('privacy.kind'), text(`privacy.kind.${kind}`)),
            fact(text('privacy.party'), text(`privacy.party.${request.party}`)),
            fact(
              text('privacy.person'),
              <bdi>{request.shop ? `${request.shop.name ?? ''} ${request.shop.code}` : request.buyer?.name}</bdi>,
            ),
            fact(text('privacy.mail'), <bdi className="break-all">{request.email}</bdi>),
            fact(text('privacy.number'), <bdi dir="ltr">{request.code}</bdi>),
            fact(
              text('privacy.asked'),
              <>
                <TimeAgo at={request.at} />
                {', '}
                {request.recordedBy
                  ? text('privacy.asked.staff', { name: request.recordedBy.name })
                  : text('privacy.asked.app')}
              </>,
            ),
            fact(text('privacy.due'), formatDateTime(request.dueAt)),
          ]}
        />
      </Section>
      <Section title={text('privacy.proof')}>
        {request.proof === null ? (
          <p>{text('privacy.proof.none')}</p>
        ) : (
          <FactList
            items={[
              fact(text('privacy.proof'), valueName('proof', request.proof)),
              request.proofNote !== null &&
                fact(text('privacy.proof.note'), <span dir="auto">{request.proofNote}</span>),
              request.provedBy !== null && fact(text('privacy.proof.by'), <bdi>{request.provedBy.name}</bdi>),
            ]}
          />
        )}
      </Section>
      {kind === 'erasure' ? (
        <Section title={text('privacy.blockers')}>
          {request.erased ? (
            <p>{text('privacy.erased')}</p>
          ) : request.blockers.length > 0 ? (
            <ul className="list-disc ps-5">
              {request.blockers.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          ) : (
            <p>{text('privacy.blockers.none')}</p>
          )}
        </Section>
      ) : null}
      {request.decidedAt ? (
        <Section title={text('privacy.decision')}>
          <History
            entries={[
              {
                key: 'decided',
                at: request.decidedAt,
                text: [text(`privacy.state.${state}`), request.note ?? ''].filter(Boolean).join(': '),
                who: [request.proposedBy?.name, request.decidedBy?.name].filter(Boolean).join(', '),
              },
            ]}
          />
        </Section>
      ) : null}
    </Detail>
  )
}

function useDecisions({ id, kind, party, state, proof, blockers, actId }: Request) {
  const prove = useApiMutation(provePrivacyRequest)
  const decide = useApiMutation(decidePrivacyRequest)
  const erase = useApiMutation(proposeErasure)
  const mutations = [prove, decide, erase]
  const cannot = useMayNot() ?? (state === 'open' ? undefined : text('privacy.is-over'))
  const unproved = proof === null ? text('privacy.not-proved') : undefined
  const tell = (done: unknown) => {
    if (done) toast(text('privacy.done'))
    return Boolean(done)
  }
  const decisions: Decision[] = [
    withReasons({
      id: 'prove',
      label: text('privacy.prove'),
      keys: 'p',
      disabled: cannot ?? (proof === null ? undefined : text('privacy.is-proved')),
      reasonsLabel: text('privacy.prove.how'),
      reasons: staffProofs.map((value) => ({ value, label: valueName('proof', value) })),
      text: { label: text('privacy.prove.note'), required: true, maxLength: 300 },
      run: ({ reason, text: note }) => prove.mutate({ id, proof: reason, note }).then(tell),
    }),
    kind === 'export'
      ? {
          id: 'hand-over',
          label: text('privacy.hand-over'),
          keys: 'h',
          variant: 'primary',
          disabled: cannot ?? unproved,
          text: { label: text('privacy.note'), required: true, maxLength: 1000, dir: 'auto' },
          consequence: text(`privacy.hand-over.${party}`),
          run: ({ text: note }) => decide.mutate({ id, decision: 'done', note }).then(tell),
        }
      : {
          id: 'erase',
          label: text('privacy.erase'),
          keys: 'e',
          variant: 'danger',
          signedBy: 'owner',
          disabled:
            cannot ??
            unproved ??
            (actId ? text('privacy.is-proposed') : blockers.length > 0 ? text('privacy.is-blocked') : undefined),
          text: { label: text('privacy.erase.note'), required: true, maxLength: 300, dir: 'auto' },
          consequence: text('privacy.erase.consequence'),
          run: ({ text: note }) => erase.mutate({ id, note }).then(tell),
        },
    {
      id: 'refuse-request',
      label: text('privacy.refuse'),
      keys: 'r',
      disabled: cannot,
      text: { label: text('privacy.refuse.note'), required: true, maxLength: 1000, dir: 'auto' },
      consequence: text('privacy.refuse.consequence'),
      run: ({ text: note }) => decide.mutate({ id, decision: 'refused', note }).then(tell),
    },
  ]
  return {
    decisions,
    refusal: mutations.find((one) => one.refusal)?.refusal ?? null,
    unreachable: mutations.some((one) => one.unreachable),
  }
}

/** Writes down what came by mail. The proof of identity follows as a decision of its own. */
function NewRequest() {
  const [, setSearch] = useUrlState()
  const record = useApiMutation(recordPrivacyRequest)
  const noRight = useMayNot()
  const [party, setParty] = useState<(typeof privacyParties)[number]>('buyer')
  const [kind, setKind] = useState<PrivacyKind>('export')
  const [name, setName] = useState('')
  const [words, setWords] = useState('')
  const letGo = useUnsaved(Boolean(name.trim() || words.trim()))
  const errors = record.refusal?.fields ?? {}
  const send = async () => {
    const made = await record.mutate({ party, kind, name, text: words })
    if (!made) return
    toast(text('privacy.new.done'))
    letGo()
    setSearch({ row: made.id, view: undefined })
  }
  return (
    <Detail title={text('privacy.new')}>
      <Section title={text('privacy.request')}>
        <form
          className="flex max-w-xl flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            void send()
          }}
        >
          <p className="text-muted">{text('privacy.new.text')}</p>
          <SelectField
            label={text('privacy.party')}
            value={party}
            onChange={(event) => setParty(event.target.value as typeof party)}
          >
            {privacyParties.map((one) => (
              <option key={one} value={one}>
                {text(`privacy.party.${one}`)}
              </option>
            ))}
          </SelectField>
          <TextField
            label={text('privacy.name')}
            error={errors['name']}
            dir="ltr"
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <SelectField
            label={text('privacy.kind')}
            value={kind}
            onChange={(event) => setKind(event.target.value as PrivacyKind)}
          >
            {privacyKinds.map((one) => (
              <option key={one} value={one}>
                {text(`privacy.kind.${one}`)}
              </option>
            ))}
          </SelectField>
          <TextArea
            label={text('privacy.text')}
            error={errors['text']}
            rows={3}
            dir="auto"
            maxLength={1000}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
          <div>
            <Button type="submit" disabled={noRight !== undefined} busy={record.isPending}>
              {text('privacy.new.send')}
            </Button>
          </div>
          {noRight ? <p className="text-muted">{noRight}</p> : null}
          <MutationProblem refusal={record.refusal} unreachable={record.unreachable} />
        </form>
      </Section>
    </Detail>
  )
}
