import { apiQuery, useApiInfiniteQuery, useApiMutation, useApiQuery } from '@quayside/client'
import {
  announcementDetail,
  cancelAnnouncement,
  confirmAnnouncement,
  listAnnouncements,
  type Language,
  type ResponseBody,
} from '@quayside/contract'
import { Button } from '@quayside/ui'
import { Ban, CalendarClock, CircleCheck, Plus, Send, UserRoundPlus } from 'lucide-react'
import { useOperator } from '../../app/operator.ts'
import { DecisionBar } from '../../components/DecisionBar.tsx'
import { fact, FactList, Section } from '../../components/FactList.tsx'
import { QueryState } from '../../components/QueryState.tsx'
import { Detail, Queue } from '../../components/Queue.tsx'
import { StateChip } from '../../components/StateChip.tsx'
import { useUrlState } from '../../hooks/useUrlState.ts'
import { countryName, formatDateTime } from '../../lib/format.ts'
import { AnnouncementForm } from './AnnouncementForm.tsx'
import { languageName, text } from './texts.ts'

type Announcement = ResponseBody<typeof listAnnouncements>['list'][number]

/** `row` of an announcement that is not made yet. */
const fresh = 'new'

/** Announcements: what was sent to whom and who read it, what is scheduled, and what waits for a second person. */
export default function AnnouncementsDesk() {
  const [, setSearch] = useUrlState()
  const { roles } = useOperator()
  const mayNot = roles.includes('support') ? undefined : text('announcements.may-not')
  const list = useApiInfiniteQuery(listAnnouncements, { limit: 50 })
  return (
    <Queue
      title={text('announcements.title')}
      list={list}
      actions={
        <Button
          variant="secondary"
          disabled={mayNot !== undefined}
          title={mayNot}
          icon={<Plus aria-hidden className="size-4" />}
          onClick={() => setSearch({ row: fresh })}
        >
          {text('announcements.new')}
        </Button>
      }
      renderRow={(one) => (
        <>
          <span className="flex min-w-0 flex-1 flex-col">
            <bdi className="truncate font-semibold">{one.title}</bdi>
            <span className="truncate text-muted">
              {one.state === 'sent' ? readShare(one) : text('announcements.recipients', { shops: one.shops })}
            </span>
          </span>
          <AnnouncementState one={one} />
        </>
      )}
      renderDetail={(id) =>
        id === fresh ? (
          <AnnouncementForm key={fresh} onMade={(made) => setSearch({ row: made }, { replace: true })} />
        ) : (
          <AnnouncementPage key={id} id={id} />
        )
      }
      detailQuery={({ id }) => apiQuery(announcementDetail, { id })}
      empty={{ title: text('announcements.empty'), text: text('announcements.empty.text') }}
    />
  )
}

const readShare = ({ shops, read }: Announcement) =>
  text('announcements.read', { shops, read, share: shops > 0 ? read / shops : 0 })

const states = {
  'to-confirm': { tone: 'warning', icon: UserRoundPlus },
  scheduled: { tone: 'info', icon: CalendarClock },
  sending: { tone: 'info', icon: Send },
  sent: { tone: 'success', icon: CircleCheck },
  cancelled: { tone: 'neutral', icon: Ban },
} as const

const AnnouncementState = ({ one: { state } }: { one: Pick<Announcement, 'state'> }) => (
  <StateChip {...states[state]} label={text(`announcements.state.${state}`)} />
)

function AnnouncementPage({ id }: { id: string }) {
  const query = useApiQuery(announcementDetail, { id })
  return <QueryState query={query}>{(one) => <AnnouncementDetail one={one} />}</QueryState>
}

function AnnouncementDetail({ one }: { one: ResponseBody<typeof announcementDetail> }) {
  const { roles } = useOperator()
  const confirm = useApiMutation(confirmAnnouncement)
  const cancel = useApiMutation(cancelAnnouncement)
  const { id } = one
  const { shops } = one.audience
  const mayNot = roles.some((role) => role === 'support' || role === 'owner')
    ? undefined
    : text('announcements.may-not-confirm')
  const waits = one.state === 'to-confirm' || one.state === 'scheduled'
  const listed = (values: readonly string[], name: (value: string) => string) =>
    values.length > 0 ? values.map(name).join(', ') : text('announcements.audience.all')
  return (
    <Detail
      title={one.title}
      state={<AnnouncementState one={one} />}
      claim={{ kind: 'announcement', id }}
      bar={
        <DecisionBar
          sends={[confirm, cancel]}
          decisions={[
            {
              id: 'confirm',
              label: text('announcements.confirm'),
              keys: 'a',
              disabled:
                mayNot ??
                (one.state !== 'to-confirm'
                  ? text('announcements.not-waiting')
                  : one.own
                    ? text('announcements.own')
                    : undefined),
              consequence: text('announcements.confirm.consequence', { shops }),
              run: async () => (await confirm.mutate({ id, shops })) !== null,
            },
            {
              id: 'cancel',
              label: text('announcements.cancel'),
              keys: 'x',
              variant: 'danger',
              disabled: mayNot ?? (waits ? undefined : text('announcements.not-waiting')),
              consequence: text('announcements.cancel.consequence'),
              run: async () => (await cancel.mutate({ id })) !== null,
            },
          ]}
        />
      }
    >
      <Section title={text('announcements.reach')}>
        <FactList
          items={[
            one.state === 'sent' && fact(text('announcements.reach'), readShare(one)),
            waits && fact(text('announcements.now'), text('announcements.recipients', { shops })),
            fact(text('announcements.audience.languages'), <bdi>{listed(one.languages, languageName)}</bdi>),
            fact(text('announcements.audience.countries'), listed(one.countries, countryName)),
            fact(
              text('announcements.audience.states'),
              listed(one.states, (state) => text(`announcements.states.${state as 'open'}`)),
            ),
            fact(text('announcements.by'), <bdi>{one.by}</bdi>),
            fact(text('announcements.confirmed-by'), one.confirmedBy && <bdi>{one.confirmedBy}</bdi>),
            fact(text('announcements.at'), formatDateTime(one.at)),
            fact(text('announcements.send-at'), formatDateTime(one.sendAt)),
          ]}
        />
        <p className="text-muted" dir="auto">
          {one.missing.length > 0
            ? text('announcements.english', { languages: one.missing.map(languageName).join(', ') })
            : text('announcements.complete')}
        </p>
      </Section>
      <Section title={text('announcements.texts')}>
        {(Object.keys(one.texts) as Language[]).map((language) => (
          <article key={language} lang={language} dir="auto" className="max-w-2xl py-2">
            <p className="text-small text-muted">{languageName(language)}</p>
            <p className="font-semibold">{one.texts[language]?.title}</p>
            <p className="break-words whitespace-pre-wrap">{one.texts[language]?.text}</p>
          </article>
        ))}
      </Section>
    </Detail>
  )
}
