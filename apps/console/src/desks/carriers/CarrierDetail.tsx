import { useApiMutation } from '@quayside/client'
import type { ResponseBody } from '@quayside/contract'
import {
  proposeCarrierSecret,
  revokeCarrierKey,
  revokeCarrierSecret,
  type listCarriers,
} from '@quayside/contract/carriers'
import { Button, CopyButton, toast } from '@quayside/ui'
import { Link } from '../../components/Link.tsx'
import { Ban, CircleCheck, Clock, KeyRound, PenLine } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useOperator } from '../../app/operator.ts'
import { DecisionBar } from '../../components/DecisionBar.tsx'
import { fact, FactList, Section } from '../../components/FactList.tsx'
import { Detail } from '../../components/Queue.tsx'
import { StateChip } from '../../components/StateChip.tsx'
import { formatDateTime, useNow } from '../../lib/format.ts'
import { CallLog } from './CallLog.tsx'
import { KeyForm } from './KeyForm.tsx'
import { text } from './texts.ts'

export type Carrier = ResponseBody<typeof listCarriers>['list'][number]
type Secret = Carrier['secrets'][number]
type Key = Carrier['keys'][number]

const isOver = (at: string | null, now: number): boolean => at !== null && new Date(at).getTime() <= now
const keyCounts = (key: Key, now: number): boolean => !key.revokedAt && !isOver(key.expiresAt, now)

export function CarrierState({ carrier }: { carrier: Carrier }) {
  const now = useNow()
  if (carrier.signed) return <StateChip tone="success" icon={CircleCheck} label={text('carriers.state.signed')} />
  if (carrier.proposal) return <StateChip tone="warning" icon={PenLine} label={text('carriers.state.proposed')} />
  if (carrier.keys.some((key) => keyCounts(key, now)))
    return <StateChip tone="info" icon={KeyRound} label={text('carriers.state.keys')} />
  return <StateChip tone="neutral" icon={Ban} label={text('carriers.state.none')} />
}

/** What is shown once after it was made. */
export type ShownOnce = { kind: 'secret' | 'key'; value: string }

/** A carrier: its secrets and keys, its calls, and what an owner may change. */
export function CarrierDetail({ carrier }: { carrier: Carrier }) {
  const mayNot = useOperator().roles.includes('owner') ? undefined : text('carriers.no-right')
  const now = useNow()
  const { id, secrets, keys } = carrier
  const propose = useApiMutation(proposeCarrierSecret)
  const revokeSecret = useApiMutation(revokeCarrierSecret)
  const revokeKey = useApiMutation(revokeCarrierKey)
  const mutations = [propose, revokeSecret, revokeKey]
  const [once, setOnce] = useState<ShownOnce | null>(null)
  const [makesKey, setMakesKey] = useState(false)
  const openSecrets = secrets.filter(({ endsAt }) => !isOver(endsAt, now))
  const openKeys = keys.filter((key) => keyCounts(key, now))
  const tell = (done: unknown) => {
    if (done) toast(text('carriers.done'))
    return Boolean(done)
  }
  return (
    <Detail
      title={carrier.name}
      state={<CarrierState carrier={carrier} />}
      bar={
        makesKey ? (
          <KeyForm
            carrierId={id}
            onDone={(key) => {
              setMakesKey(false)
              if (key) setOnce({ kind: 'key', value: key })
            }}
          />
        ) : (
          <DecisionBar
            sends={mutations}
            decisions={[
              {
                id: 'secret',
                label: text('carriers.new-secret'),
                keys: 'p',
                disabled: mayNot ?? (carrier.proposal ? text('carriers.new-secret.open') : undefined),
                text: { label: text('carriers.new-secret.why'), required: true, maxLength: 500 },
                consequence: text('carriers.new-secret.consequence'),
                signedBy: 'owner' as const,
                run: async ({ text: reason }) => {
                  const made = await propose.mutate({ id, reason })
                  if (made) setOnce({ kind: 'secret', value: made.secret })
                  return made !== null
                },
              },
              {
                id: 'key',
                label: text('carriers.new-key'),
                keys: 'n',
                disabled: mayNot,
                run: async () => {
                  setMakesKey(true)
                  return true
                },
              },
              {
                id: 'revoke-secret',
                label: text('carriers.revoke-secret'),
                keys: 'x',
                variant: 'danger',
                disabled: mayNot ?? (openSecrets.length === 0 ? text('carriers.revoke-secret.none') : undefined),
                reasons: openSecrets.map(({ id: value, start }) => ({ value, label: `${start}…` })),
                reasonsLabel: text('carriers.revoke-secret.which'),
                text: { label: text('carriers.why'), required: true, maxLength: 500 },
                consequence: text('carriers.revoke-secret.consequence'),
                run: ({ reason: secretId, text: reason }) => revokeSecret.mutate({ id, secretId, reason }).then(tell),
              },
              {
                id: 'revoke-key',
                label: text('carriers.revoke-key'),
                keys: 'r',
                variant: 'danger',
                disabled: mayNot ?? (openKeys.length === 0 ? text('carriers.revoke-key.none') : undefined),
                reasons: openKeys.map(({ id: value, name, start }) => ({ value, label: `${name} (${start}…)` })),
                reasonsLabel: text('carriers.revoke-key.which'),
                text: { label: text('carriers.why'), required: true, maxLength: 500 },
                consequence: text('carriers.revoke-key.consequence'),
                run: ({ reason: keyId, text: reason }) => revokeKey.mutate({ id, keyId, reason }).then(tell),
              },
            ]}
          />
        )
      }
    >
      {once ? <Once shown={once} onClose={() => setOnce(null)} /> : null}
      <Section title={text('carriers.access')}>
        <FactList
          items={[
            fact(
              text('carriers.deliveries'),
              text(carrier.signed ? 'carriers.deliveries.signed' : 'carriers.deliveries.typed'),
            ),
            carrier.configured && fact(text('carriers.former'), text('carriers.former.text')),
            fact(text('carriers.last-call'), carrier.lastCallAt && formatDateTime(carrier.lastCallAt)),
            carrier.refusedCalls > 0 && fact(text('carriers.refused-calls'), String(carrier.refusedCalls)),
            fact(text('carriers.added'), formatDateTime(carrier.createdAt)),
          ]}
        />
      </Section>
      <Section title={text('carriers.secrets')}>
        {secrets.length === 0 ? <p className="text-muted">{text('carriers.secrets.none')}</p> : null}
        <ul className="flex flex-col gap-3">
          {secrets.map((secret) => (
            <SecretRow key={secret.id} secret={secret} proposal={carrier.proposal} now={now} />
          ))}
        </ul>
      </Section>
      <Section title={text('carriers.keys')}>
        {keys.length === 0 ? <p className="text-muted">{text('carriers.keys.none')}</p> : null}
        <ul className="flex flex-col gap-3">
          {keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} now={now} />
          ))}
        </ul>
      </Section>
      <CallLog carrierId={id} />
    </Detail>
  )
}

/** A new secret or key. The page forgets it when the person leaves the carrier. */
const Once = ({ shown: { kind, value }, onClose }: { shown: ShownOnce; onClose: () => void }) => (
  <div role="status" className="m-4 flex flex-col items-start gap-2 rounded-field border border-border bg-raised p-3">
    <p className="text-small text-muted">{text(`carriers.once.${kind}`)}</p>
    <p className="flex max-w-full items-center gap-2">
      <bdi dir="ltr" className="min-w-0 font-semibold break-all select-all">
        {value}
      </bdi>
      <CopyButton text={value} label={text('carriers.once.copy')} />
    </p>
    <p className="text-small">{text(`carriers.once.${kind}.text`)}</p>
    <Button variant="secondary" onClick={onClose}>
      {text('carriers.once.close')}
    </Button>
  </div>
)

/** A secret or key: its first characters, its state, and who did what with it. */
const AccessRow = ({
  name,
  start,
  chip,
  facts,
  children,
}: {
  name?: string
  start: string
  chip: ReactNode
  facts: readonly string[]
  children?: ReactNode
}) => (
  <li className="flex flex-col gap-0.5">
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {name ? <bdi className="font-semibold">{name}</bdi> : null}
      <bdi dir="ltr" className="font-mono text-small">{`${start}…`}</bdi>
      {chip}
    </span>
    <span className="text-small text-muted">{facts.join(' · ')}</span>
    {children}
  </li>
)

const usedText = (at: string | null): string =>
  at ? text('carriers.used', { at: formatDateTime(at) }) : text('carriers.used.never')

function SecretRow({ secret, proposal, now }: { secret: Secret; proposal: string | null; now: number }) {
  const { start, proposedAt, proposedBy, signedAt, signedBy, endsAt, endedBy, usedAt } = secret
  const waits = signedAt === null && endsAt === null
  const chip = isOver(endsAt, now) ? (
    <StateChip tone="neutral" icon={Ban} label={text('carriers.secret.ended', { at: formatDateTime(endsAt!) })} />
  ) : waits ? (
    <StateChip tone="warning" icon={PenLine} label={text('carriers.secret.proposed')} />
  ) : endsAt ? (
    <StateChip tone="info" icon={Clock} label={text('carriers.secret.former', { at: formatDateTime(endsAt) })} />
  ) : (
    <StateChip tone="success" icon={CircleCheck} label={text('carriers.secret.current')} />
  )
  return (
    <AccessRow
      start={start}
      chip={chip}
      facts={[
        text('carriers.secret.proposed-by', { at: formatDateTime(proposedAt), who: proposedBy.name }),
        ...(signedBy ? [text('carriers.secret.signed-by', { who: signedBy.name }), usedText(usedAt)] : []),
        ...(endedBy ? [text('carriers.secret.ended-by', { who: endedBy.name })] : []),
      ]}
    >
      {waits && proposal ? (
        <Link to="/approvals" search={{ view: 'all', row: proposal }} className="self-start font-semibold text-accent">
          {text('carriers.secret.open')}
        </Link>
      ) : null}
    </AccessRow>
  )
}

function KeyRow({ apiKey, now }: { apiKey: Key; now: number }) {
  const { name, start, scopes, createdAt, createdBy, expiresAt, usedAt, revokedAt, revokedBy } = apiKey
  const chip = revokedAt ? (
    <StateChip tone="neutral" icon={Ban} label={text('carriers.key.revoked', { at: formatDateTime(revokedAt) })} />
  ) : isOver(expiresAt, now) ? (
    <StateChip tone="neutral" icon={Clock} label={text('carriers.key.expired', { at: formatDateTime(expiresAt) })} />
  ) : (
    <StateChip
      tone="success"
      icon={CircleCheck}
      label={text('carriers.key.valid', { at: formatDateTime(expiresAt) })}
    />
  )
  return (
    <AccessRow
      name={name}
      start={start}
      chip={chip}
      facts={[
        scopes.map((scope) => text(`carriers.scope.${scope}`)).join(', '),
        text('carriers.key.created-by', { at: formatDateTime(createdAt), who: createdBy.name }),
        usedText(usedAt),
        ...(revokedBy ? [text('carriers.key.revoked-by', { who: revokedBy.name })] : []),
      ]}
    />
  )
}
