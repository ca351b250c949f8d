import { useApiMutation } from '@quayside/client'
import type { ResponseBody } from '@quayside/contract'
import { createInvitation, listInvitations, revokeInvitation } from '@quayside/contract/shop-admin'
import { Button, CopyButton, TextField } from '@quayside/ui'
import { Subject } from '../../components/Subject.tsx'
import { Ban, CircleCheck, Clock, MailOpen } from 'lucide-react'
import { useState } from 'react'
import { DecisionBar, told } from '../../components/DecisionBar.tsx'
import { defineDesk } from '../../components/defineDesk.tsx'
import { fact, FactList, Section } from '../../components/FactList.tsx'
import { MutationProblem } from '../../components/QueryState.tsx'
import { Detail } from '../../components/Queue.tsx'
import { stateChips } from '../../components/StateChip.tsx'
import { formatDateTime } from '../../lib/format.ts'
import { createText } from '../../lib/texts.ts'
import invitations from '../../locales/en/invitations.ts'

const text = createText(invitations)
type Invitation = ResponseBody<typeof listInvitations>['list'][number]

const State = stateChips<Invitation['state']>(
  {
    open: { tone: 'info', icon: MailOpen },
    used: { tone: 'success', icon: CircleCheck },
    expired: { tone: 'neutral', icon: Clock },
    revoked: { tone: 'neutral', icon: Ban },
  },
  (state) => text(`invitations.state.${state}`),
)

/** Invitations: a new one, and what became of the others. */
export default defineDesk({
  name: 'invitations',
  texts: invitations,
  list: listInvitations,
  Top: NewInvitation,
  row: (row) => (
    <>
      <bdi className="min-w-0 flex-1 truncate font-semibold">{row.note || text('invitations.no-note')}</bdi>
      <span className="text-muted tabular-nums max-sm:hidden">{formatDateTime(row.createdAt)}</span>
      <State state={row.state} />
    </>
  ),
  Item: InvitationDetail,
})

function NewInvitation() {
  const [note, setNote] = useState('')
  const [days, setDays] = useState('14')
  const make = useApiMutation(createInvitation)
  const [made, setMade] = useState<ResponseBody<typeof createInvitation> | null>(null)
  return (
    <form
      className="flex flex-col gap-2 border-b border-border px-3 py-2"
      onSubmit={(event) => {
        event.preventDefault()
        void make.mutate({ note, days: Number(days) }).then((answer) => {
          if (!answer) return
          setMade(answer)
          setNote('')
        })
      }}
    >
      <div className="grid grid-cols-[minmax(0,1fr)_6rem] gap-2">
        <TextField
          label={text('invitations.note')}
          error={make.refusal?.fields['note']}
          dir="auto"
          maxLength={200}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        <TextField
          label={text('invitations.days')}
          error={make.refusal?.fields['days']}
          type="number"
          min={1}
          max={90}
          value={days}
          onChange={(event) => setDays(event.target.value)}
        />
      </div>
      <MutationProblem refusal={make.refusal} unreachable={make.unreachable} />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" busy={make.isPending}>
          {text('invitations.make')}
        </Button>
        <span className="text-small text-muted">{text('invitations.limit')}</span>
      </div>
      {made ? (
        <div role="status" className="rounded-field border border-border bg-raised p-3">
          <p className="text-small text-muted">{text('invitations.code')}</p>
          <p className="flex items-center gap-2">
            <bdi dir="ltr" className="text-section font-semibold tracking-wide select-all">
              {made.code}
            </bdi>
            <CopyButton text={made.code} label={text('invitations.copy')} />
          </p>
          <p className="text-small">{text('invitations.code.text', { time: formatDateTime(made.expiresAt) })}</p>
        </div>
      ) : null}
    </form>
  )
}

function InvitationDetail({ data: invitation }: { data: Invitation }) {
  const revoke = useApiMutation(revokeInvitation)
  const { id, state, shop } = invitation
  return (
    <Detail
      title={invitation.note || text('invitations.no-note')}
      state={<State state={state} />}
      bar={
        <DecisionBar
          sends={[revoke]}
          decisions={[
            {
              id: 'revoke',
              label: text('invitations.revoke'),
              keys: 'x',
              variant: 'danger',
              disabled:
                state === 'used'
                  ? text('invitations.revoke.used')
                  : state === 'open'
                    ? undefined
                    : text('invitations.revoke.over'),
              consequence: text('invitations.revoke.consequence'),
              run: () => told(revoke.mutate({ id }), text('invitations.done')),
            },
          ]}
        />
      }
    >
      <Section title={text('invitations.item')}>
        <FactList
          items={[
            fact(text('invitations.by'), text('invitations.staff', { n: invitation.madeBy })),
            fact(text('invitations.made'), formatDateTime(invitation.createdAt)),
            fact(text('invitations.expires'), formatDateTime(invitation.expiresAt)),
            invitation.usedAt !== null && fact(text('invitations.used'), formatDateTime(invitation.usedAt)),
            shop &&
              fact(
                text('invitations.shop'),
                <Subject kind="shop" id={shop.id}>
                  {shop.name ?? shop.code}
                </Subject>,
              ),
          ]}
        />
      </Section>
    </Detail>
  )
}
