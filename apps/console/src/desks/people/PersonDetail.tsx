import { useApiInfiniteQuery, useApiMutation } from '@quayside/client'
import { operatorRoles, type OperatorRole, type ResponseBody } from '@quayside/contract'
import {
  deactivateOperator,
  grantDesk,
  listOperatorEvents,
  readmitOperator,
  withdrawDesk,
  type listOperators,
} from '@quayside/contract/operators'
import { Button, toast } from '@quayside/ui'
import { ShieldAlert, UserCheck, UserX } from 'lucide-react'
import { useOperator } from '../../app/operator.ts'
import { DecisionBar, withReasons } from '../../components/DecisionBar.tsx'
import { fact, FactList, History, Section } from '../../components/FactList.tsx'
import { QueryState } from '../../components/QueryState.tsx'
import { Detail } from '../../components/Queue.tsx'
import { StateChip } from '../../components/StateChip.tsx'
import { formatDateTime, useNow } from '../../lib/format.ts'
import { t } from '../../lib/texts.ts'
import { eventText, text } from './texts.ts'

export type Person = ResponseBody<typeof listOperators>['list'][number]

export function PersonState({ person }: { person: Person }) {
  if (person.deactivatedAt) return <StateChip tone="neutral" icon={UserX} label={text('people.state.left')} />
  if (!person.secondFactor)
    return <StateChip tone="warning" icon={ShieldAlert} label={text('people.state.no-factor')} />
  return <StateChip tone="success" icon={UserCheck} label={text('people.state.active')} />
}

const rolesText = (roles: readonly OperatorRole[]): string => roles.map((role) => t(`role.${role}`)).join(', ')
const reasonsOf = (roles: readonly OperatorRole[]) => roles.map((role) => ({ value: role, label: t(`role.${role}`) }))

/** An operator: account, desks, history, and what an owner may change. */
export function PersonDetail({ person, people }: { person: Person; people: readonly Person[] }) {
  const me = useOperator()
  const now = useNow()
  const { id, roles } = person
  const grant = useApiMutation(grantDesk)
  const withdraw = useApiMutation(withdrawDesk)
  const readmit = useApiMutation(readmitOperator)
  const deactivate = useApiMutation(deactivateOperator)
  const mutations = [grant, withdraw, readmit, deactivate]
  const events = useApiInfiniteQuery(
    listOperatorEvents,
    { operatorId: id, limit: 50 },
    { keyOf: ({ at, name, data }) => `${at} ${name} ${JSON.stringify(data)}` },
  )
  const nameOf = (operatorId: string | null) => people.find((one) => one.id === operatorId)?.name ?? null
  const mayNot = !me.roles.includes('owner')
    ? text('people.no-right')
    : person.deactivatedAt
      ? text('people.is-left')
      : undefined
  const notSelf = mayNot ?? (id === me.operatorId ? text('people.yourself') : undefined)
  const missing = operatorRoles.filter((role) => !roles.includes(role))
  const tell = (done: unknown) => {
    if (done) toast(text('people.done'))
    return Boolean(done)
  }
  return (
    <Detail
      title={person.name}
      state={<PersonState person={person} />}
      bar={
        <DecisionBar
          sends={mutations}
          decisions={[
            withReasons({
              id: 'grant',
              label: text('people.grant'),
              keys: 'g',
              signedBy: 'owner',
              disabled: notSelf ?? (missing.length === 0 ? text('people.all-desks') : undefined),
              reasons: reasonsOf(missing),
              reasonsLabel: text('people.desks'),
              consequence: text('people.grant.consequence'),
              run: ({ reason }) =>
                grant.mutate({ id, desk: reason }).then((done) => {
                  if (done) toast(text(done.actId === null ? 'people.done' : 'people.grant.waits'))
                  return Boolean(done)
                }),
            }),
            withReasons({
              id: 'withdraw',
              label: text('people.withdraw'),
              keys: 'w',
              disabled: mayNot ?? (roles.length === 0 ? text('people.no-desks') : undefined),
              reasons: reasonsOf(roles),
              reasonsLabel: text('people.desks'),
              consequence: text('people.withdraw.consequence'),
              run: ({ reason }) => withdraw.mutate({ id, desk: reason }).then(tell),
            }),
            {
              id: 'readmit',
              label: text('people.readmit'),
              keys: 'r',
              disabled: notSelf,
              consequence: text('people.readmit.consequence'),
              run: () => readmit.mutate({ id }).then(tell),
            },
            {
              id: 'deactivate',
              label: text('people.deactivate'),
              keys: 'd',
              variant: 'danger',
              disabled: mayNot,
              consequence: text('people.deactivate.consequence'),
              run: () => deactivate.mutate({ id }).then(tell),
            },
          ]}
        />
      }
    >
      <Section title={text('people.account')}>
        <FactList
          items={[
            fact(text('people.email'), <bdi dir="ltr">{person.email}</bdi>),
            fact(text('people.desks'), rolesText(roles)),
            fact(
              text('people.second-factor'),
              text(person.secondFactor ? 'people.second-factor.set' : 'people.second-factor.missing'),
            ),
            fact(
              text('people.may-approve'),
              new Date(person.mayApproveFrom).getTime() > now
                ? text('people.may-approve.from', { at: formatDateTime(person.mayApproveFrom) })
                : text('people.may-approve.now'),
            ),
            fact(text('people.invited-by'), nameOf(person.invitedBy)),
            fact(text('people.confirmed-by'), nameOf(person.confirmedBy)),
            fact(text('people.last-call'), person.lastCallAt && formatDateTime(person.lastCallAt)),
            person.deactivatedAt !== null && fact(text('people.left-at'), formatDateTime(person.deactivatedAt)),
          ]}
        />
      </Section>
      <Section title={text('people.history')}>
        <QueryState query={{ ...events, data: events.first }} rows={3}>
          {() =>
            events.allRows.length === 0 ? (
              <p className="text-muted">{text('people.history.none')}</p>
            ) : (
              <History
                entries={events.allRows.map((event) => ({
                  key: events.keyOf(event),
                  at: event.at,
                  text: eventText(event),
                  who: event.byName,
                }))}
              />
            )
          }
        </QueryState>
        {events.first && !events.done ? (
          <Button variant="quiet" className="self-start" onClick={events.fetchNextPage}>
            {t('common.more')}
          </Button>
        ) : null}
      </Section>
    </Detail>
  )
}
