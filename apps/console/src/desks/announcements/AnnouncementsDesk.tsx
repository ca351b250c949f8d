import { useApiMutation } from '@quayside/client'
import {
  announcementDetail,
  cancelAnnouncement,
  confirmAnnouncement,
  listAnnouncements,
  type Language,
  type ResponseBody,
} from '@quayside/contract'
import { Ban, CalendarClock, CircleCheck, Send, UserRoundPlus } from 'lucide-react'
import { useOperator } from '../../app/operator.ts'
import { DecisionBar } from '../../components/DecisionBar.tsx'
import { defineDesk } from '../../components/defineDesk.tsx'
import { fact, FactList, Section } from '../../components/FactList.tsx'
import { Detail } from '../../components/Queue.tsx'
import { stateChips } from '../../components/StateChip.tsx'
import { countryName, formatDateTime } from '../../lib/format.ts'
import announcements from '../../locales/en/announcements.ts'
import { AnnouncementForm } from './AnnouncementForm.tsx'
import { languageName, text } from './texts.ts'

type Announcement = ResponseBody<typeof listAnnouncements>['list'][number]

/** Announcements: what was sent to whom and who read it, what is scheduled, and what waits for a second person. */
export default defineDesk({
  name: 'announcements',
  texts: announcements,
  list: listAnnouncements,
  detail: announcementDetail,
  row: (one) => ({
    title: one.title,
    whose: one.state === 'sent' ? readShare(one) : text('announcements.recipients', { shops: one.shops }),
    state: <State state={one.state} />,
  }),
  Item: AnnouncementDetail,
  Form: AnnouncementForm,
  makers: ['support'],
})

const readShare = ({ shops, read }: Announcement) =>
  text('announcements.read', { shops, read, share: shops > 0 ? read / shops : 0 })

const State = stateChips<Announcement['state']>(
  {
    'to-confirm': { tone: 'warning', icon: UserRoundPlus },
    scheduled: { tone: 'info', icon: CalendarClock },
    sending: { tone: 'info', icon: Send },
    sent: { tone: 'success', icon: CircleCheck },
    cancelled: { tone: 'neutral', icon: Ban },
  },
  (state) => text(`announcements.state.${state}`),
)

function AnnouncementDetail({ data: one }: { data: ResponseBody<typeof announcementDetail> }) {
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
      state={<State state={one.state} />}
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
