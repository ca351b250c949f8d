import { useApiMutation } from '@quayside/client'
import type { ResponseBody } from '@quayside/contract'
import {
  confirmOperatorInvitation,
  revokeOperatorInvitation,
  type listOperatorInvitations,
} from '@quayside/contract/operators'
import { toast } from '@quayside/ui'
import { MailCheck, MailQuestionMark } from 'lucide-react'
import { useOperator } from '../../app/operator.ts'
import { DecisionBar } from '../../components/DecisionBar.tsx'
import { fact, FactList, Section } from '../../components/FactList.tsx'
import { Detail } from '../../components/Queue.tsx'
import { StateChip } from '../../components/StateChip.tsx'
import { formatDateTime } from '../../lib/format.ts'
import { t } from '../../lib/texts.ts'
import { text } from './texts.ts'

export type Invitation = ResponseBody<typeof listOperatorInvitations>['list'][number]

export const InvitationState = ({ invitation: { confirmedBy } }: { invitation: Invitation }) =>
  confirmedBy ? (
    <StateChip tone="info" icon={MailCheck} label={text('people.state.invited')} />
  ) : (
    <StateChip tone="warning" icon={MailQuestionMark} label={text('people.state.unconfirmed')} />
  )

/** An invitation that can still be confirmed or used. */
export function InvitationDetail({ invitation }: { invitation: Invitation }) {
  const me = useOperator()
  const confirm = useApiMutation(confirmOperatorInvitation)
  const revoke = useApiMutation(revokeOperatorInvitation)
  const { id, name, email, desks, invitedBy, invitedById, invitedAt, confirmedBy, expiresAt } = invitation
  const mayNot = me.roles.includes('owner') ? undefined : text('people.no-right')
  const tell = (done: unknown) => {
    if (done) toast(text('people.done'))
    return Boolean(done)
  }
  return (
    <Detail
      title={name}
      state={<InvitationState invitation={invitation} />}
      bar={
        <DecisionBar
          sends={[confirm, revoke]}
          decisions={[
            {
              id: 'confirm',
              label: text('people.confirm'),
              keys: 'c',
              variant: 'primary',
              disabled:
                mayNot ??
                (confirmedBy
                  ? text('people.is-confirmed')
                  : invitedById === me.operatorId
                    ? text('people.own-invitation')
                    : undefined),
              consequence: text('people.confirm.consequence', { email }),
              run: () => confirm.mutate({ id }).then(tell),
            },
            {
              id: 'revoke',
              label: text('people.revoke'),
              keys: 'x',
              variant: 'danger',
              disabled: mayNot,
              consequence: text('people.revoke.consequence'),
              run: () => revoke.mutate({ id }).then(tell),
            },
          ]}
        />
      }
    >
      <Section title={text('people.account')}>
        <FactList
          items={[
            fact(text('people.email'), <bdi dir="ltr">{email}</bdi>),
            fact(text('people.desks'), desks.map((role) => t(`role.${role}`)).join(', ')),
            fact(text('people.invited-by'), <bdi>{invitedBy}</bdi>),
            fact(text('people.invited-at'), formatDateTime(invitedAt)),
            fact(text('people.confirmed-by'), confirmedBy && <bdi>{confirmedBy}</bdi>),
            fact(text('people.expires'), expiresAt && formatDateTime(expiresAt)),
          ]}
        />
      </Section>
    </Detail>
  )
}
