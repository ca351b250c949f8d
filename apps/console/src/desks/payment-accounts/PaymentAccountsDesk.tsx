import { useApiMutation, useApiQuery } from '@quayside/client'
import {
  confirmPaymentAccount,
  listPaymentAccounts,
  withdrawPaymentAccount,
  type ResponseBody,
} from '@quayside/contract'
import { toast } from '@quayside/ui'
import { BadgeCheck, Ban, CircleDashed, UserRoundPlus } from 'lucide-react'
import { useOperator } from '../../app/operator.ts'
import { usePendingAct } from '../../components/act.tsx'
import { DecisionBar, type DecisionInput } from '../../components/DecisionBar.tsx'
import { fact, FactList, Section } from '../../components/FactList.tsx'
import { Skeleton } from '../../components/QueryState.tsx'
import { Detail, Queue, wholeList } from '../../components/Queue.tsx'
import { StateChip } from '../../components/StateChip.tsx'
import { formatDateTime } from '../../lib/format.ts'
import { createText } from '../../lib/texts.ts'
import paymentAccounts from '../../locales/en/payment-accounts.ts'

const text = createText(paymentAccounts)
type Account = ResponseBody<typeof listPaymentAccounts>['list'][number]

/** The payment accounts of the settings, and their confirmation by two people. */
export default function PaymentAccountsDesk() {
  const query = useApiQuery(listPaymentAccounts, {})
  return (
    <Queue
      title={text('payment-accounts.title')}
      list={wholeList(query, ({ digest }) => digest)}
      filters={
        <p className="border-b border-border px-3 py-2 text-small text-muted">{text('payment-accounts.about')}</p>
      }
      renderRow={(account) => (
        <>
          <span className="min-w-0 flex-1 truncate font-semibold">{titleOf(account)}</span>
          <AccountState account={account} />
        </>
      )}
      renderDetail={(digest, account) => (account ? <AccountDetail key={digest} account={account} /> : <Skeleton />)}
      empty={{ title: text('payment-accounts.empty') }}
    />
  )
}

const titleOf = ({ channel, network }: Account) => text(`payment-accounts.channel.${channel}`, { network })

const states = {
  unconfirmed: { tone: 'neutral', icon: CircleDashed },
  'needs-second': { tone: 'warning', icon: UserRoundPlus },
  confirmed: { tone: 'success', icon: BadgeCheck },
  outdated: { tone: 'danger', icon: Ban },
} as const

const AccountState = ({ account: { state } }: { account: Account }) => (
  <StateChip {...states[state]} label={text(`payment-accounts.state.${state}`)} />
)

function AccountDetail({ account }: { account: Account }) {
  const { roles } = useOperator()
  const confirm = useApiMutation(confirmPaymentAccount)
  const withdraw = useApiMutation(withdrawPaymentAccount)
  const mayNot = roles.includes('finance') ? undefined : text('payment-accounts.may-not')
  const person = (one: { name: string; at: string } | null) =>
    one && <bdi>{text('payment-accounts.by', { name: one.name, at: formatDateTime(one.at) })}</bdi>
  const { id } = account
  const { section, ...act } = usePendingAct(account.actId)
  return (
    <Detail
      title={titleOf(account)}
      state={<AccountState account={account} />}
      bar={
        <DecisionBar
          sends={[confirm, withdraw, act]}
          decisions={[
            ...act.decisions,
            ...(account.actId
              ? []
              : [
                  {
                    id: 'confirm',
                    label: text('payment-accounts.confirm'),
                    keys: 'c',
                    variant: 'primary' as const,
                    disabled:
                      mayNot ??
                      (account.state === 'confirmed'
                        ? text('payment-accounts.is-confirmed')
                        : account.configured
                          ? undefined
                          : text('payment-accounts.not-configured')),
                    consequence: text('payment-accounts.confirm.first'),
                    signedBy: 'finance' as const,
                    run: async ({ key }: DecisionInput) => {
                      const done = await confirm.mutate({ digest: account.digest }, { key })
                      if (done) toast(text('payment-accounts.waits'))
                      return done !== null
                    },
                  },
                ]),
            {
              id: 'withdraw',
              label: text('payment-accounts.withdraw'),
              keys: 'w',
              variant: 'danger',
              disabled: mayNot ?? (id ? undefined : text('payment-accounts.not-there')),
              text: { label: text('payment-accounts.withdraw.why'), required: true, maxLength: 300, dir: 'auto' },
              consequence: text('payment-accounts.withdraw.consequence'),
              run: async ({ text: reason }) => (await withdraw.mutate({ id: id!, reason })) !== null,
            },
          ]}
        />
      }
    >
      {section}
      <Section title={text('payment-accounts.content')}>
        <FactList
          items={[
            account.holder !== null && fact(text('payment-accounts.holder'), <bdi>{account.holder}</bdi>),
            ...account.lines.map(({ label, value }) =>
              fact(
                label ?? text('payment-accounts.key'),
                <bdi dir="ltr" className="break-all">
                  {value}
                </bdi>,
              ),
            ),
            fact(text('payment-accounts.digest'), <code className="text-small break-all">{account.digest}</code>),
          ]}
        />
      </Section>
      <Section title={text('payment-accounts.confirmations')}>
        <FactList
          items={[
            fact(text('payment-accounts.first'), person(account.first)),
            fact(text('payment-accounts.second'), person(account.second)),
          ]}
        />
      </Section>
    </Detail>
  )
}
