import { useApiMutation, useApiQuery } from '@quayside/client'
import type { ResponseBody } from '@quayside/contract'
import { broadcastPayout, listChainPayouts } from '@quayside/contract/payouts'
import { toast } from '@quayside/ui'
import { Link } from '../../components/Link.tsx'
import { DecisionBar } from '../../components/DecisionBar.tsx'
import { fact, FactList, Section } from '../../components/FactList.tsx'
import { QueryState } from '../../components/QueryState.tsx'
import { Detail } from '../../components/Queue.tsx'
import { useUrlState } from '../../hooks/useUrlState.ts'
import { createText } from '../../lib/texts.ts'
import payouts from '../../locales/en/payouts.ts'
import { useFinanceOnly } from '../money/parts.tsx'
import { shopItemKey } from '../../lib/shopItem.ts'

const text = createText(payouts)

type Transfer = ResponseBody<typeof listChainPayouts>['list'][number]
/** Signed transfers have some 400 digits. */
const maxTransaction = 4002

/** Approved withdrawals to chain addresses: what to sign where the key is, and the signed transfers. */
export function ChainPayouts() {
  const query = useApiQuery(listChainPayouts, {})
  return <QueryState query={query}>{({ list }) => <Transfers list={list} />}</QueryState>
}

function Transfers({ list }: { list: readonly Transfer[] }) {
  const noRight = useFinanceOnly()
  const [search] = useUrlState()
  const send = useApiMutation(broadcastPayout)
  // The one that the work queue led to comes first.
  const sorted = list.toSorted((a, b) => Number(b.id === search['item']) - Number(a.id === search['item']))
  const disabled = noRight ?? (list.length === 0 ? text('payouts.chain.none') : undefined)
  return (
    <Detail
      title={text('payouts.chain')}
      bar={
        <DecisionBar
          sends={[send]}
          decisions={[
            {
              id: 'broadcast',
              label: text('payouts.chain.send'),
              keys: 'g',
              variant: 'primary',
              disabled,
              reasons: sorted.map(({ id, code, network }) => ({ value: id, label: `${code} · ${network}` })),
              reasonsLabel: text('payouts.chain.which'),
              text: { label: text('payouts.chain.raw'), required: true, maxLength: maxTransaction },
              consequence: text('payouts.chain.consequence'),
              run: async ({ reason, text: rawTransaction, key }) => {
                const { shopId, id } = list.find((one) => one.id === reason)!
                const done = await send.mutate({ shopId, id, rawTransaction: rawTransaction.toLowerCase() }, { key })
                if (done) toast(text('payouts.chain.done', { hash: done.transactionHash }))
                return done !== null
              },
            },
          ]}
        />
      }
    >
      <Section title={text('payouts.chain.how')}>
        <p>{text('payouts.chain.text')}</p>
        <Link to="/withdrawals" search={{ state: 'sending', method: 'chain' }} className="font-semibold text-accent">
          {text('payouts.chain.sent')}
        </Link>
      </Section>
      {list.length === 0 ? <p className="px-4 py-2 text-muted">{text('payouts.chain.none')}</p> : null}
      {sorted.map((transfer) => (
        <Section key={transfer.id} title={`${transfer.code} · ${transfer.network}`}>
          <FactList
            items={[
              fact(text('payouts.chain.id'), transfer.chainId),
              fact(text('payouts.chain.to'), <Hex>{transfer.to}</Hex>),
              fact(text('payouts.chain.token'), transfer.token),
              fact(text('payouts.chain.contract'), <Hex>{transfer.contract}</Hex>),
              fact(text('payouts.chain.units'), <Hex>{transfer.units}</Hex>),
              fact(text('payouts.chain.data'), <Hex>{transfer.data}</Hex>),
            ]}
          />
          <Link to="/withdrawals" search={{ row: shopItemKey(transfer) }} className="font-semibold text-accent">
            {text('payouts.chain.withdrawal')}
          </Link>
        </Section>
      ))}
    </Detail>
  )
}

const Hex = ({ children }: { children: string }) => (
  <code dir="ltr" className="break-all">
    {children}
  </code>
)
