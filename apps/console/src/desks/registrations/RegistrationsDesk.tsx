import { useApiInfiniteQuery, useApiMutation, useApiQuery, type ApiQuery } from '@quayside/client'
import {
  registrationRejections,
  registrationStates,
  type RegistrationField,
  type RegistrationState,
} from '@quayside/contract'
import {
  addShopNote,
  decideRegistration,
  listRegistrations,
  listShopNotes,
  registrationCounts,
  registrationDetail,
} from '@quayside/contract/shop-admin'
import { claimWork, releaseWork } from '@quayside/contract/work'
import { toast } from '@quayside/ui'
import { Link } from '../../components/Link.tsx'
import { BadgeCheck, CircleX, FilePen, Hourglass, MessageCircleQuestion, Scale, ScanEye } from 'lucide-react'
import { useState } from 'react'
import { useOperator } from '../../app/operator.ts'
import { DecisionBar, withReasons } from '../../components/DecisionBar.tsx'
import { fact, FactList, History, Section } from '../../components/FactList.tsx'
import { Filters } from '../../components/Filters.tsx'
import { QueryState } from '../../components/QueryState.tsx'
import { Detail, Queue } from '../../components/Queue.tsx'
import { ScreeningSection, screeningStops } from '../../components/ScreeningSection.tsx'
import { StateChip } from '../../components/StateChip.tsx'
import { TimeLeft } from '../../components/TimeLeft.tsx'
import { Subject } from '../../components/Subject.tsx'
import { useUrlState } from '../../hooks/useUrlState.ts'
import { useUnsaved } from '../../hooks/useUnsaved.ts'
import { countryName, formatDateTime } from '../../lib/format.ts'
import { languageName } from '../../lib/languageName.ts'
import { createText } from '../../lib/texts.ts'
import registrations from '../../locales/en/registrations.ts'
import { AskForm, validRequests, type Asked } from './AskForm.tsx'
import { Documents } from './Documents.tsx'
import type { Registration, RegistrationRow } from './registration.ts'

const text = createText(registrations)
const keyOf = ({ shopId }: RegistrationRow) => shopId
const detailQuery = ({ shopId }: RegistrationRow): ApiQuery => [registrationDetail, { shopId }]

/** Registrations: the fields on the left, the documents on the right, the decision below. */
export default function RegistrationsDesk() {
  const [search] = useUrlState()
  const state = registrationStates.find((one) => one === search['state'])
  const words = search['q']
  const counts = useApiQuery(registrationCounts, {})
  const list = useApiInfiniteQuery(
    listRegistrations,
    { ...(state ? { state } : words ? {} : { waiting: true }), ...(words ? { search: words } : {}) },
    { keyOf },
  )
  return (
    <Queue
      title={text('registrations.title')}
      list={list}
      detailQuery={detailQuery}
      actions={
        counts.data && counts.data.overdue > 0 ? (
          <span className="text-small font-semibold text-danger">
            {text('registrations.overdue', { n: counts.data.overdue })}
          </span>
        ) : null
      }
      filters={
        <Filters
          filters={[
            { kind: 'search', name: 'q', label: text('registrations.search') },
            {
              kind: 'choice',
              name: 'state',
              label: text('registrations.state'),
              all: text(words ? 'registrations.state.every' : 'registrations.state.waiting'),
              options: registrationStates.map((value) => ({ value, label: text(`registrations.state.${value}`) })),
            },
          ]}
        />
      }
      renderRow={(row) => (
        <>
          <bdi className="min-w-0 flex-1 truncate font-semibold">{row.shopName ?? row.code}</bdi>
          <bdi className="max-w-1/3 truncate text-muted">{row.realName}</bdi>
          {row.appeal ? <StateChip tone="warning" icon={Scale} label={text('registrations.appeal')} /> : null}
          {row.dueAt ? <TimeLeft due={row.dueAt} /> : <State state={row.state} />}
        </>
      )}
      renderDetail={(shopId) => <RegistrationDetail key={shopId} shopId={shopId} />}
      empty={{ title: text('registrations.empty'), text: text('registrations.empty.text') }}
    />
  )
}

const chips = {
  draft: { tone: 'neutral', icon: FilePen },
  submitted: { tone: 'neutral', icon: Hourglass },
  'in-review': { tone: 'info', icon: ScanEye },
  'more-information': { tone: 'warning', icon: MessageCircleQuestion },
  verified: { tone: 'success', icon: BadgeCheck },
  rejected: { tone: 'danger', icon: CircleX },
} as const

const State = ({ state }: { state: RegistrationState }) => (
  <StateChip {...chips[state]} label={text(`registrations.state.${state}`)} />
)

function RegistrationDetail({ shopId }: { shopId: string }) {
  const query = useApiQuery(registrationDetail, { shopId })
  return (
    <QueryState query={query} rows={10}>
      {(registration) =>
        // The detail of the item before stays on the page while this one loads.
        registration.shopId === shopId ? <Review registration={registration} /> : null
      }
    </QueryState>
  )
}

const fieldName = (field: string) => text(`registrations.field.${field as RegistrationField}`)

function Review({ registration }: { registration: Registration }) {
  const me = useOperator()
  const { shopId, state } = registration
  const [asked, setAsked] = useState<Asked>({})
  const [opened, setOpened] = useState<readonly string[]>([])
  const claim = useApiMutation(claimWork)
  const release = useApiMutation(releaseWork)
  const decide = useApiMutation(decideRegistration)
  const note = useApiMutation(addShopNote)
  const mutations = [claim, release, decide, note]
  const work = { kind: 'registration' as const, id: shopId }
  const isMine = registration.claim?.by.id === me.operatorId
  const isWaiting = state === 'submitted' || state === 'in-review'
  const mayNot = !me.roles.includes('review')
    ? text('registrations.no-right')
    : isWaiting
      ? undefined
      : text('registrations.decided')
  const held = registration.claim && !isMine ? registration.claim.by.name : undefined
  // A submitted registration is claimed by the decision itself.
  const mayNotDecide =
    mayNot ?? (registration.decide === true || state === 'submitted' ? undefined : registration.decide.sentence)
  // A document that was sent again has to be opened again.
  const unopened = registration.documents
    .filter(
      ({ field, at }) =>
        !opened.includes(field) &&
        !registration.views.some((view) => view.by.id === me.operatorId && view.field === field && view.at >= at),
    )
    .map(({ field }) => fieldName(field))
  const stops = screeningStops(registration.screening)
  useUnsaved(Object.keys(asked).length > 0 && !decide.isPending)
  const requests = validRequests(asked)
  const tell = (done: unknown) => {
    if (done) toast(text('registrations.done'))
    return Boolean(done)
  }
  const prepare = async () => !isWaiting || isMine || (await claim.mutate(work)) !== null
  const run = async (decision: Parameters<typeof decide.mutate>[0]) => {
    if (!(await prepare())) return false
    const done = await decide.mutate(decision)
    if (done) setAsked({})
    return tell(done)
  }

  return (
    <Detail
      title={registration.shopName ?? registration.code}
      state={
        <>
          <State state={state} />
          {registration.dueAt ? <TimeLeft due={registration.dueAt} /> : null}
        </>
      }
      bar={
        <DecisionBar
          sends={mutations}
          decisions={[
            {
              id: 'approve',
              label: text('registrations.approve'),
              keys: 'a',
              variant: 'primary',
              disabled: mayNotDecide ?? stops,
              consequence: text('registrations.approve.consequence'),
              ...(unopened.length > 0 && {
                text: {
                  label: text('registrations.approve.unopened', { documents: unopened.join(', ') }),
                  hint: text('registrations.approve.unopened.hint'),
                  required: true,
                  maxLength: 300,
                  dir: 'auto',
                },
              }),
              run: ({ text: words }) => run({ shopId, decision: 'verified', ...(words ? { text: words } : {}) }),
            },
            {
              id: 'ask',
              label: text('registrations.ask'),
              keys: 'q',
              disabled:
                mayNotDecide ?? (Object.keys(requests).length === 0 ? text('registrations.ask.empty') : undefined),
              consequence: Object.keys(requests).map(fieldName).join(', '),
              run: () => run({ shopId, decision: 'more-information', asked: requests }),
            },
            withReasons({
              id: 'reject',
              label: text('registrations.reject'),
              keys: 'x',
              variant: 'danger',
              disabled: mayNotDecide,
              reasons: registrationRejections.map((value) => ({
                value,
                label: text(`registrations.rejection.${value}`),
              })),
              text: { label: text('registrations.reject.text'), required: true, maxLength: 500 },
              consequence: text('registrations.reject.consequence'),
              preview: ({ reason, text: words }) => {
                const sentence = registration.sentences.find((one) => one.reason === reason)
                return sentence ? [sentence.reads, ...(words ? [words] : [])] : []
              },
              run: ({ reason, text: words }) => run({ shopId, decision: 'rejected', reason, text: words }),
            }),
            {
              id: 'note',
              label: text('registrations.note.add'),
              keys: 'n',
              disabled: me.roles.includes('review') ? undefined : text('registrations.no-right'),
              text: { label: text('registrations.note.text'), required: true, maxLength: 2000, dir: 'auto' },
              run: ({ text: words }) => note.mutate({ shopId, text: words }).then(tell),
            },
            isMine
              ? {
                  id: 'release',
                  label: text('registrations.release'),
                  keys: 'r',
                  run: () => release.mutate(work).then(tell),
                }
              : {
                  id: 'claim',
                  label: text('registrations.claim.do'),
                  keys: 'c',
                  disabled: mayNot,
                  text: { label: text('registrations.claim.why'), maxLength: 300 },
                  run: ({ text: reason }) => claim.mutate({ ...work, ...(reason ? { reason } : {}) }).then(tell),
                },
          ]}
        />
      }
    >
      {/* What stops the approval stands first. */}
      {stops ? <ScreeningSection screening={registration.screening} /> : null}
      {me.roles.includes('review') ? (
        <Documents
          registration={registration}
          prepare={prepare}
          onOpened={(field) => setOpened((before) => [...before, field])}
        />
      ) : null}
      <div className="grid min-[1180px]:grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)]">
        <div className="min-w-0 border-border min-[1180px]:border-e">
          {registration.appealText ? (
            <Section title={text('registrations.appeal.text')}>
              <p dir="auto">{registration.appealText}</p>
            </Section>
          ) : null}
          <Fields registration={registration} heldBy={held} isMine={isMine} />
          {stops ? null : <ScreeningSection screening={registration.screening} />}
          <Duplicates list={registration.duplicates} />
          <Section title={text('registrations.history')}>
            {registration.decisions.length === 0 ? (
              <p className="text-muted">{text('registrations.none')}</p>
            ) : (
              <History entries={registration.decisions.map(entryOf)} />
            )}
          </Section>
          <Notes shopId={shopId} />
          <Section title={text('registrations.views')}>
            {registration.views.length === 0 ? (
              <p className="text-muted">{text('registrations.none')}</p>
            ) : (
              <History
                entries={registration.views.map(({ at, field, by, reason }, i) => ({
                  key: `${at} ${i}`,
                  at,
                  text: text('registrations.view', { document: fieldName(field), reason }),
                  who: by.name,
                }))}
              />
            )}
          </Section>
        </div>
        <div className="min-w-0">
          {mayNotDecide === undefined ? <AskForm shopId={shopId} asked={asked} onAsked={setAsked} /> : null}
        </div>
      </div>
    </Detail>
  )
}

/** What colleagues wrote about the shop. The merchant does not see it in the app. */
function Notes({ shopId }: { shopId: string }) {
  const query = useApiQuery(listShopNotes, { shopId })
  return (
    <Section title={text('registrations.notes')}>
      <QueryState query={query} rows={2}>
        {({ list }) =>
          list.length === 0 ? (
            <p className="text-muted">{text('registrations.none')}</p>
          ) : (
            <History
              entries={list.map(({ at, by, text: words }, i) => ({
                key: `${at} ${i}`,
                at,
                text: words,
                who: by?.name ?? null,
              }))}
            />
          )
        }
      </QueryState>
    </Section>
  )
}

function entryOf({ at, by, decision, text: words, asked }: Registration['decisions'][number], i: number) {
  const key = `${at} ${i}`
  if (decision === 'rejected')
    return { key, at, who: by.name, text: text('registrations.decision.rejected', { text: words ?? '' }) }
  if (decision === 'more-information') {
    const fields = Object.keys(asked).map(fieldName).join(', ')
    return { key, at, who: by.name, text: text('registrations.decision.more-information', { fields }) }
  }
  return {
    key,
    at,
    who: by.name,
    text: words ? text('registrations.decision.unopened', { text: words }) : text('registrations.decision.verified'),
  }
}

function Fields({
  registration: one,
  heldBy,
  isMine,
}: {
  registration: Registration
  heldBy: string | undefined
  isMine: boolean
}) {
  const me = useOperator()
  const contact = (value: string, isProved: boolean) => (
    <>
      {/* Whole on the next line rather than broken in the middle; broken only where the column is narrower. */}
      <bdi dir="ltr" className="inline-block max-w-full wrap-anywhere">
        {value}
      </bdi>{' '}
      <span className="text-small text-muted">
        {text(isProved ? 'registrations.proved' : 'registrations.not-proved')}
      </span>
    </>
  )
  return (
    <Section title={text('registrations.fields')}>
      <FactList
        items={[
          fact(
            fieldName('logo'),
            one.logo ? <img src={one.logo} alt="" width={48} height={48} className="rounded-field" /> : null,
          ),
          fact(fieldName('shopName'), one.shopName && <bdi>{one.shopName}</bdi>),
          fact(fieldName('realName'), one.realName && <bdi>{one.realName}</bdi>),
          fact(fieldName('address'), one.address && <bdi>{one.address}</bdi>),
          fact(fieldName('country'), one.country && countryName(one.country)),
          fact(text('registrations.phone'), contact(one.phone, one.phoneVerified)),
          fact(text('registrations.email'), contact(one.email, one.emailVerified)),
          fact(text('registrations.language'), <bdi>{languageName(one.language)}</bdi>),
          fact(
            text('registrations.code'),
            <Subject kind="shop" id={one.shopId} work={{ kind: 'registration', id: one.shopId }}>
              {one.code}
            </Subject>,
          ),
          fact(text('registrations.invited'), one.invitedBy?.name ?? null),
          Boolean(one.invitationNote) && fact(text('registrations.note'), <bdi>{one.invitationNote}</bdi>),
          fact(text('registrations.submitted'), one.submittedAt && formatDateTime(one.submittedAt)),
          one.dueAt !== null && fact(text('registrations.due'), formatDateTime(one.dueAt)),
          fact(text('registrations.claim'), isMine ? me.name : (heldBy ?? text('registrations.free'))),
        ]}
      />
    </Section>
  )
}

function Duplicates({ list }: { list: Registration['duplicates'] }) {
  return (
    <Section title={text('registrations.duplicates')}>
      {list.length === 0 ? (
        <p className="text-muted">{text('registrations.duplicates.none')}</p>
      ) : (
        <ul className="flex flex-col gap-1">
          {list.map(({ kind, shop, state }) => (
            <li key={`${kind} ${shop.id}`} className="flex flex-wrap items-center gap-2">
              <span className="font-semibold text-danger">{text(`registrations.duplicate.${kind}`)}</span>
              <Link to="/registrations" search={{ row: shop.id }} className="text-accent">
                <bdi>{shop.name ?? shop.code}</bdi>
              </Link>
              <State state={state} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
