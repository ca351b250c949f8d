import { uploadFile, useApiMutation, useApiQuery } from '@quayside/client'
import type { ResponseBody } from '@quayside/contract'
import { operatorUpload } from '@quayside/contract/files'
import {
  countPayments,
  disputeDetail,
  disputePicture,
  evidenceFiles,
  evidenceTexts,
  listDisputes,
  maxEvidenceText,
  saveEvidence,
  sendEvidence,
} from '@quayside/contract/payments'
import { Button, Money, TextArea, toast } from '@quayside/ui'
import { Check, CircleX, FileQuestion, Send } from 'lucide-react'
import { useState } from 'react'
import { useOperator } from '../../app/operator.ts'
import { DecisionBar } from '../../components/DecisionBar.tsx'
import { fact, FactList, Section } from '../../components/FactList.tsx'
import { FileField } from '../../components/FileField.tsx'
import { QueryState } from '../../components/QueryState.tsx'
import { Detail } from '../../components/Queue.tsx'
import { StateChip } from '../../components/StateChip.tsx'
import { TimeAgo, TimeLeft } from '../../components/TimeLeft.tsx'
import { Subject } from '../../components/Subject.tsx'
import { useUnsaved } from '../../hooks/useUnsaved.ts'
import { formatDate, formatDateTime } from '../../lib/format.ts'
import { createText, t } from '../../lib/texts.ts'
import disputes from '../../locales/en/disputes.ts'
import { defineDesk } from '../../components/defineDesk.tsx'

const text = createText(disputes)

type Row = ResponseBody<typeof listDisputes>['list'][number]
type DisputeFacts = ResponseBody<typeof disputeDetail>
type Texts = Partial<Record<(typeof evidenceTexts)[number], string>>
type Files = Partial<Record<(typeof evidenceFiles)[number], string>>

function DisputeState({ row }: { row: Row }) {
  if (row.state === 'won') return <StateChip tone="success" icon={Check} label={text('disputes.state.won')} />
  if (row.state === 'lost') return <StateChip tone="danger" icon={CircleX} label={text('disputes.state.lost')} />
  if (row.evidenceSentAt) return <StateChip tone="info" icon={Send} label={text('disputes.state.sent')} />
  return <StateChip tone="warning" icon={FileQuestion} label={text('disputes.state.missing')} />
}

/** Card disputes by the deadline of their evidence. */
export default defineDesk({
  name: 'disputes',
  texts: disputes,
  list: listDisputes,
  filters: { search: {}, state: {}, sent: {} },
  ofShops: true,
  detail: disputeDetail,
  row: (row) => ({
    title: row.of.code,
    amount: <Money value={row.asked} />,
    whose: row.shop,
    state: <DisputeState row={row} />,
    time:
      row.evidenceBy && row.state === 'open' && !row.evidenceSentAt ? (
        <TimeLeft due={row.evidenceBy} />
      ) : (
        <TimeAgo at={row.closedAt ?? row.openedAt} />
      ),
  }),
  sum: ({ asked }) => asked,
  Item: DisputeView,
  Head: Late,
})

function Late() {
  const late = useApiQuery(countPayments, {}).data?.disputes.overdue ?? 0
  return late > 0 ? (
    <span className="text-small font-semibold text-danger">{text('disputes.overdue', { n: late })}</span>
  ) : null
}

const refused = (permission: true | { sentence: string }): string | undefined =>
  permission === true ? undefined : permission.sentence

function DisputeView({ data }: { data: DisputeFacts }) {
  const { shopId, id, evidence, order, deposit } = data
  const me = useOperator()
  const save = useApiMutation(saveEvidence)
  const send = useApiMutation(sendEvidence)
  // What the person typed since the last saved draft; null while nothing was typed.
  const [typed, setTyped] = useState<{ texts: Texts; files: Files } | null>(null)
  useUnsaved(typed !== null)
  const current = typed ?? { texts: evidence?.texts ?? {}, files: evidence?.files ?? {} }
  const noRight = me.roles.some((role) => role === 'finance' || role === 'support')
    ? undefined
    : text('disputes.no-right')
  const maySave = noRight ?? refused(data.may.save)
  const at = (instant: string | null) => (instant === null ? null : formatDate(instant))
  return (
    <Detail
      title={data.of.code}
      state={<DisputeState row={data} />}
      claim={{ kind: 'dispute', id: data.id }}
      bar={
        <DecisionBar
          sends={[save, send]}
          decisions={[
            {
              id: 'save',
              label: text('disputes.save'),
              keys: 's',
              disabled: maySave,
              run: async () => {
                const done = await save.mutate({ shopId, id, ...current })
                if (!done) return false
                setTyped(null)
                toast(text('disputes.saved'))
                return true
              },
            },
            {
              id: 'send',
              label: text('disputes.send'),
              keys: 'e',
              variant: 'primary',
              disabled: noRight ?? (typed ? text('disputes.send.unsaved') : refused(data.may.send)),
              consequence: text('disputes.send.consequence'),
              run: async ({ key }) => {
                const done = await send.mutate({ shopId, id, savedAt: evidence?.savedAt ?? '' }, { key })
                if (done) toast(text('disputes.sent'))
                return Boolean(done)
              },
            },
          ]}
        />
      }
    >
      <Section title={text('disputes.claim')}>
        <FactList
          items={[
            fact(
              text(`disputes.of.${data.of.kind}`),
              <Subject kind={data.of.kind} id={data.of.id} shopId={shopId}>
                {data.of.code}
              </Subject>,
            ),
            fact(
              text('disputes.shop'),
              <Subject kind="shop" id={shopId} work={{ kind: 'dispute', id }}>
                {data.shop ?? t('common.none')}
              </Subject>,
            ),
            fact(text('disputes.asked'), <Money value={data.asked} className="font-semibold" />),
            fact(text('disputes.set-aside'), <Money value={data.amount} />),
            ...data.shares.map(({ from, amount }) => fact(text(`disputes.from.${from}`), <Money value={amount} />)),
            fact(
              text('disputes.evidence-by'),
              data.evidenceBy ? (
                <>
                  {formatDateTime(data.evidenceBy)}
                  {data.state === 'open' && !data.evidenceSentAt ? (
                    <>
                      {' · '}
                      <TimeLeft due={data.evidenceBy} />
                    </>
                  ) : null}
                </>
              ) : (
                text('disputes.no-deadline')
              ),
            ),
            fact(text('disputes.opened'), formatDateTime(data.openedAt)),
            data.closedAt !== null && fact(text('disputes.closed'), formatDateTime(data.closedAt)),
            fact(text('disputes.reference'), <bdi>{`${data.processor} · ${data.reference}`}</bdi>),
            data.round > 1 && fact(text('disputes.round'), data.round),
            order !== null && fact(text('disputes.goods'), <span dir="auto">{order.title}</span>),
            order !== null && fact(text('disputes.paid'), at(order.paidAt)),
            order !== null && fact(text('disputes.shipped'), at(order.shippedAt)),
            order !== null && fact(text('disputes.received'), at(order.receivedAt)),
            order !== null &&
              order.parcels.length > 0 &&
              fact(
                text('disputes.carrier'),
                <bdi>{order.parcels.map((one) => `${one.carrier} ${one.trackingNumber}`).join(', ')}</bdi>,
              ),
            deposit !== null && fact(text('disputes.total'), <Money value={deposit.amount} />),
            deposit !== null && fact(text('disputes.credited'), at(deposit.creditedAt)),
          ]}
        />
      </Section>
      <Section
        title={text('disputes.evidence')}
        actions={
          maySave || Object.keys(data.suggested).length === 0 ? null : (
            <Button
              variant="quiet"
              onClick={() => setTyped({ ...current, texts: { ...data.suggested, ...withoutEmpty(current.texts) } })}
            >
              {text('disputes.evidence.suggest')}
            </Button>
          )
        }
      >
        {evidence ? (
          <p className="text-small text-muted">
            {evidence.sentAt && evidence.sentBy
              ? text('disputes.evidence.sent', { name: evidence.sentBy.name, at: formatDateTime(evidence.sentAt) })
              : text('disputes.evidence.saved', { name: evidence.savedBy.name, at: formatDateTime(evidence.savedAt) })}
          </p>
        ) : null}
        {evidence?.failure ? (
          <p role="alert" className="text-danger" dir="auto">
            {text('disputes.evidence.failure', { failure: evidence.failure })}
          </p>
        ) : null}
        {maySave ? (
          <>
            <SentTexts texts={current.texts} />
            {evidenceFiles.map((kind) =>
              current.files[kind] ? <SavedPicture key={kind} shopId={shopId} id={id} kind={kind} /> : null,
            )}
          </>
        ) : (
          <>
            <p className="text-small text-muted">{text('disputes.evidence.hint')}</p>
            {evidenceTexts.map((name) => (
              <TextArea
                key={name}
                label={text(`disputes.text.${name}`)}
                rows={name === 'statement' ? 4 : 1}
                maxLength={maxEvidenceText}
                dir="auto"
                value={current.texts[name] ?? ''}
                onChange={(event) => setTyped({ ...current, texts: { ...current.texts, [name]: event.target.value } })}
              />
            ))}
            {evidenceFiles.map((kind) => (
              <EvidenceFile
                key={kind}
                kind={kind}
                shopId={shopId}
                id={id}
                fileId={current.files[kind]}
                saved={evidence?.files[kind] !== undefined && evidence.files[kind] === current.files[kind]}
                onChange={(file) => {
                  const { [kind]: _former, ...rest } = current.files
                  setTyped({ ...current, files: file ? { ...rest, [kind]: file } : rest })
                }}
              />
            ))}
          </>
        )}
      </Section>
    </Detail>
  )
}

/** The texts of evidence that cannot be changed any more. */
const SentTexts = ({ texts }: { texts: Texts }) => (
  <FactList
    items={evidenceTexts.map(
      (name) => texts[name] !== undefined && fact(text(`disputes.text.${name}`), <LongText words={texts[name]} />),
    )}
  />
)
const LongText = ({ words }: { words: string }) => (
  <span className="whitespace-pre-line" dir="auto">
    {words}
  </span>
)

const withoutEmpty = (texts: Texts): Texts => Object.fromEntries(Object.entries(texts).filter(([, value]) => value))

/** A picture of the evidence: chosen, shown, or removed. */
function EvidenceFile({
  kind,
  shopId,
  id,
  fileId,
  saved,
  onChange,
}: {
  kind: (typeof evidenceFiles)[number]
  shopId: string
  id: string
  fileId: string | undefined
  saved: boolean
  onChange: (file: string | undefined) => void
}) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const name = text(`disputes.file.${kind}`)
  const choose = async (file: File) => {
    setState('busy')
    try {
      const { id: uploaded } = await uploadFile(operatorUpload, { purpose: 'evidence' }, file)
      onChange(uploaded)
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  return (
    <div className="flex flex-col gap-1">
      <FileField
        label={text('disputes.file.choose', { name })}
        accept="image/jpeg,image/png,image/webp"
        chosen={fileId ? text('disputes.file.added') : null}
        disabled={state === 'busy'}
        onChoose={(file) => void choose(file)}
      />
      {fileId ? (
        <Button variant="quiet" className="self-start" onClick={() => onChange(undefined)}>
          {text('disputes.file.remove', { name })}
        </Button>
      ) : null}
      {state === 'failed' ? (
        <p role="alert" className="text-small text-danger">
          {text('disputes.file.failed')}
        </p>
      ) : null}
      {saved ? <SavedPicture shopId={shopId} id={id} kind={kind} /> : null}
    </div>
  )
}

/** A saved picture: loaded when the person asks for it, since each look is written down. */
function SavedPicture({ shopId, id, kind }: { shopId: string; id: string; kind: (typeof evidenceFiles)[number] }) {
  const [shown, setShown] = useState(false)
  const query = useApiQuery(disputePicture, { shopId, id, kind }, { enabled: shown })
  const name = text(`disputes.file.${kind}`)
  if (!shown)
    return (
      <Button variant="secondary" onClick={() => setShown(true)}>
        {text('disputes.file.show', { name })}
      </Button>
    )
  return (
    <QueryState query={query} rows={3}>
      {({ contentType, base64 }) => (
        <img src={`data:${contentType};base64,${base64}`} alt={name} className="max-h-80 max-w-full rounded-card" />
      )}
    </QueryState>
  )
}
