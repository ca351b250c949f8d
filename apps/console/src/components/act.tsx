/**
 * Acts that wait for a signature: what the signer reads and decides, on the page of approvals and at the desk of the
 * subject.
 */
import { call, Refused, useApiMutation, useApiQuery } from '@quayside/client'
import type { ActField, ActState, ResponseBody } from '@quayside/contract'
import { actDetail, beginActSignature, refuseAct, signAct } from '@quayside/contract/acts'
import { listPasskeys } from '@quayside/contract/operators'
import { Money, toast } from '@quayside/ui'
import { Link } from './Link.tsx'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { formatDateTime } from '../lib/format.ts'
import { accountName, movementName } from '../lib/ledger.ts'
import { signWithPasskey } from '@quayside/client/passkey'
import { createText, hasText } from '../lib/texts.ts'
import { knownValue } from '../lib/values.ts'
import approvals from '../locales/en/approvals.ts'
import settings from '../locales/en/settings.ts'
import type { Decision } from './DecisionBar.tsx'
import { fact, FactList, Section } from './FactList.tsx'
import { TimeLeft } from './TimeLeft.tsx'

const text = createText(approvals)
const settingText = createText(settings)

// Loaded when somebody confirms by code. Only a demo's server answers it.
const DemoCode = lazy(async () => ({ default: (await import('../login/DemoCode.tsx')).DemoCode }))

type ActDetail = ResponseBody<typeof actDetail>
type ActDecisions = { decisions: Decision[]; refusal: Refused | null; unreachable: boolean }

const knownReasons = ['act/not-open', 'act/wrong-desk', 'operator/second-person', 'operator/too-new'] as const

/**
 * The keys of the decisions about an act, the same on every page. No desk with acts gives them to another decision
 * (`desks.test.ts`).
 */
export const actKeys = { sign: 's', refuse: 'f' }

/** The decisions about an open act. Signing needs a passkey or a code; a person with both uses the passkey. */
export function useActDecisions(act: ActDetail | undefined): ActDecisions {
  const factors = useApiQuery(listPasskeys, {})
  const sign = useApiMutation(signAct)
  const refuse = useApiMutation(refuseAct)
  const [begun, setBegun] = useState<Refused | null>(null)
  if (!act) return { decisions: [], refusal: null, unreachable: false }
  const { id, digest, maySign } = act
  const byPasskey = (factors.data?.list.length ?? 0) > 0
  const byCode = !byPasskey && (factors.data?.authenticator ?? false)
  const cannot =
    maySign === true
      ? factors.data && !byPasskey && !byCode
        ? text('approvals.no-factor')
        : undefined
      : text(`approvals.not.${knownReasons.find((one) => one === maySign) ?? 'other'}`)
  const tell = (done: { state: ActState } | null) => {
    if (done) toast(text(done.state === 'open' ? 'approvals.done.open' : 'approvals.done.executed'))
    return done !== null
  }
  const signNow = async (): Promise<boolean> => {
    setBegun(null)
    const options = await call(beginActSignature, { id }).catch((error: unknown) => {
      if (error instanceof Refused) setBegun(error)
      return null
    })
    if (!options?.passkey) return false
    // What is on the page is what is signed: the digest of the detail, not the one that came just now.
    const assertion = await signWithPasskey(options.passkey)
    if (!assertion) {
      toast(text('approvals.cancelled'))
      return false
    }
    return tell(await sign.mutate({ id, digest, assertion }))
  }
  return {
    refusal: begun ?? sign.refusal ?? refuse.refusal,
    unreachable: sign.unreachable || refuse.unreachable,
    decisions: [
      byCode
        ? {
            id: 'sign',
            label: text('approvals.confirm'),
            keys: actKeys.sign,
            variant: 'primary',
            disabled: cannot,
            text: {
              label: text('approvals.code'),
              required: true,
              maxLength: 10,
              code: {
                below: (fill) => (
                  <Suspense fallback={null}>
                    <DemoCode onUse={fill} />
                  </Suspense>
                ),
              },
            },
            consequence: text('approvals.confirm.consequence'),
            run: async ({ text: code }) => tell(await sign.mutate({ id, digest, code })),
          }
        : {
            id: 'sign',
            label: text('approvals.sign'),
            keys: actKeys.sign,
            variant: 'primary',
            disabled: cannot,
            consequence: text('approvals.sign.consequence'),
            run: signNow,
          },
      {
        id: 'refuse',
        label: text('approvals.refuse'),
        keys: actKeys.refuse,
        variant: 'danger',
        disabled: act.state === 'open' ? undefined : text('approvals.not.act/not-open'),
        text: { label: text('approvals.refuse.text'), required: true, maxLength: 500, dir: 'auto' },
        consequence: text('approvals.refuse.consequence'),
        run: async ({ text: reason }) => {
          const done = await refuse.mutate({ id, reason })
          if (done) toast(text('approvals.done.refused'))
          return done !== null
        },
      },
    ],
  }
}

/** A value of the document in the form that the signer reads. A code with a text of its own is shown as this text. */
function valueOf({ label, value, format }: ActField): ReactNode {
  const known = knownValue(label, value)
  if (known !== undefined) return known
  const setting = `settings.name.${value}`
  if (label === 'setting' && hasText(settings, setting)) return settingText(setting)
  if (label === 'from-account' || label === 'to-account') return accountName(value)
  if (label === 'movement') return movementName(value)
  if (format === 'time') return formatDateTime(value)
  if (format === 'amount') return <Money value={value} />
  return format === 'text' ? <span dir="auto">{value}</span> : <bdi className="tabular-nums">{value}</bdi>
}

const labelOf = (label: string): string => {
  const key = `field.${label}`
  return hasText(approvals, key) ? text(key) : label
}

/** What the signer reads, line by line. */
export const factsOf = ({ fields }: ActDetail) => fields.map((field) => fact(labelOf(field.label), valueOf(field)))

/** The open act about the subject of a page: its decisions for the bar of the page, and its section. */
export function usePendingAct(id: string | null): ActDecisions & { section: ReactNode } {
  const { data } = useApiQuery(actDetail, { id: id ?? '' }, { enabled: id !== null })
  const act = id !== null && data?.state === 'open' ? data : undefined
  const decisions = useActDecisions(act)
  const section = act ? (
    <Section title={text('approvals.pending')}>
      <FactList
        items={[
          ...factsOf(act),
          fact(text('approvals.proposed-by'), <bdi>{act.proposedBy.name}</bdi>),
          fact(text('approvals.expires'), <TimeLeft due={act.expiresAt} />),
        ]}
      />
      <Link to="/approvals" search={{ view: 'all', row: act.id }} className="font-semibold text-accent">
        {text('approvals.document')}
      </Link>
    </Section>
  ) : null
  return { ...decisions, section }
}
