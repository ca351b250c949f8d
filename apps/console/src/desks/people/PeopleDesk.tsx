import { useApiQuery } from '@quayside/client'
import { operatorRoles } from '@quayside/contract'
import { listOperatorInvitations, listOperators } from '@quayside/contract/operators'
import { Button } from '@quayside/ui'
import { MailPlus } from 'lucide-react'
import { useOperator } from '../../app/operator.ts'
import { Filters } from '../../components/Filters.tsx'
import { EmptyNotice } from '../../components/QueryState.tsx'
import { Queue, wholeList } from '../../components/Queue.tsx'
import { useAllRows } from '../../hooks/useAllRows.ts'
import { useUrlState } from '../../hooks/useUrlState.ts'
import { t } from '../../lib/texts.ts'
import { InvitationDetail, InvitationState, type Invitation } from './InvitationDetail.tsx'
import { InviteForm } from './InviteForm.tsx'
import { PersonDetail, PersonState, type Person } from './PersonDetail.tsx'
import { text } from './texts.ts'

type Row = { key: string; person: Person } | { key: string; invitation: Invitation }

/** The value of `row` for the form of an invitation. */
const newInvitation = 'new'

/** Who works here: operators with their desks, open invitations, and what owners may change about them. */
export default function PeopleDesk() {
  const [search, setSearch] = useUrlState()
  const me = useOperator()
  const operators = useAllRows(listOperators, {})
  const invitations = useApiQuery(listOperatorInvitations, {})
  const mayInvite = me.roles.includes('owner')

  const all: Row[] = [
    ...(invitations.data?.list ?? []).map((invitation) => ({ key: invitation.id, invitation })),
    ...operators.rows.map((person) => ({ key: person.id, person })),
  ]
  const matches = (row: Row): boolean => {
    const { name, email } = 'person' in row ? row.person : row.invitation
    const roles = 'person' in row ? row.person.roles : row.invitation.desks
    const state = 'person' in row ? (row.person.deactivatedAt ? 'left' : 'active') : 'invited'
    return (
      `${name} ${email}`.toLowerCase().includes((search['q'] ?? '').toLowerCase()) &&
      (!search['role'] || roles.some((role) => role === search['role'])) &&
      (!search['state'] || search['state'] === state)
    )
  }
  const list = wholeList(
    { ...operators, data: operators.first && invitations.data && { list: all.filter(matches) } },
    ({ key }) => key,
  )
  return (
    <Queue
      title={text('people.title')}
      list={list}
      actions={
        mayInvite ? (
          <Button
            variant="secondary"
            icon={<MailPlus aria-hidden className="size-4" />}
            onClick={() => setSearch({ row: newInvitation })}
          >
            {text('people.invite')}
          </Button>
        ) : null
      }
      filters={
        <Filters
          filters={[
            { kind: 'search', name: 'q', label: text('people.search') },
            {
              kind: 'choice',
              name: 'role',
              label: text('people.filter.role'),
              options: operatorRoles.map((role) => ({ value: role, label: t(`role.${role}`) })),
            },
            {
              kind: 'choice',
              name: 'state',
              label: text('people.filter.state'),
              options: (['active', 'invited', 'left'] as const).map((value) => ({
                value,
                label: text(`people.state.${value}`),
              })),
            },
          ]}
        />
      }
      renderRow={(row) => <PersonRow row={row} />}
      renderDetail={(key) => {
        if (key === newInvitation && mayInvite) return <InviteForm onDone={(id) => setSearch({ row: id })} />
        const row = all.find((one) => one.key === key)
        if (!row) return <EmptyNotice title={text('people.gone')} />
        return 'person' in row ? (
          <PersonDetail key={key} person={row.person} people={operators.rows} />
        ) : (
          <InvitationDetail key={key} invitation={row.invitation} />
        )
      }}
      empty={{ title: text('people.empty'), text: text('people.empty.text') }}
    />
  )
}

function PersonRow({ row }: { row: Row }) {
  const { name } = 'person' in row ? row.person : row.invitation
  const roles = 'person' in row ? row.person.roles : row.invitation.desks
  return (
    <>
      <bdi className="min-w-0 flex-1 truncate font-semibold">{name}</bdi>
      <span className="max-w-1/2 truncate text-muted">{roles.map((role) => t(`role.${role}`)).join(', ')}</span>
      {'person' in row ? <PersonState person={row.person} /> : <InvitationState invitation={row.invitation} />}
    </>
  )
}
