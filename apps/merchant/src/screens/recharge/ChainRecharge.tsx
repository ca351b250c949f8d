import { useApiQuery } from '@quayside/client'
import { chainAddress, rechargeRecords, type ResponseBody, type rechargeChannels } from '@quayside/contract'
import { Card, CopyButton, QrCode } from '@quayside/ui'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { NetworkField } from './NetworkField.tsx'
import { RechargeRow } from './RechargeRow.tsx'
import { useNetworkName } from './useNetworkName.ts'

type Chain = ResponseBody<typeof rechargeChannels>['chain'][number]

/**
 * The shop's own address on a network: the network, warnings, the address, the token contracts for comparison, and
 * the deposits that have arrived.
 */
export function ChainRecharge({ chains }: { chains: Chain[] }) {
  const t = useT()
  const [network, setNetwork] = useState(chains.length === 1 ? chains[0]!.network : '')
  const chain = chains.find((one) => one.network === network)
  const arrived = useApiQuery(rechargeRecords, { channel: 'chain', limit: 5 })

  return (
    <>
      <Card className="flex flex-col gap-3">
        <NetworkField networks={chains.map((one) => one.network)} value={network} onChange={setNetwork} />
      </Card>
      <div className="flex gap-3 rounded-card border border-warning bg-surface p-4 text-small">
        <TriangleAlert aria-hidden className="size-5 shrink-0 text-warning" />
        <div className="flex flex-col gap-2">
          <p>{t('recharge.match')}</p>
          <p>{t('recharge.unsupported')}</p>
        </div>
      </div>
      {chain ? <Address chain={chain} /> : null}
      {arrived.data?.list.length ? (
        <section aria-labelledby="arrived">
          <h2 id="arrived" className="font-semibold">
            {t('recharge.records')}
          </h2>
          {arrived.data.list.map((recharge) => (
            <RechargeRow key={recharge.id} recharge={recharge} />
          ))}
        </section>
      ) : null}
    </>
  )
}

function Address({ chain }: { chain: Chain }) {
  const t = useT()
  const format = useFormat()
  const name = useNetworkName()(chain.network)
  const address = useApiQuery(chainAddress, { network: chain.network })
  // The address of the former network must not be shown under the new network.
  const data = address.data?.network === chain.network ? address.data : undefined
  return (
    <QueryBoundary query={{ ...address, data }} height={360}>
      {({ address: text }) => (
        <Card className="flex flex-col items-center gap-3">
          <p className="self-start">
            <span className="block text-small text-muted">{t('recharge.address')}</span>
            <span className="font-semibold">{name}</span>
          </p>
          <QrCode
            text={text}
            label={t('common.named', { label: t('recharge.address'), value: name })}
            className="w-full max-w-64"
          />
          <p dir="ltr" className="flex flex-wrap justify-center gap-x-2 font-mono select-all">
            {text.match(/.{1,6}/g)?.map((part, i) => (
              <span key={i}>{part}</span>
            ))}
          </p>
          <CopyButton wide text={text} label={t('recharge.address.copy')} done={`${t('common.copied')} · ${name}`} />
          <div className="self-start text-small text-muted">
            <p>{t('recharge.confirmations-needed', { n: chain.confirmations })}</p>
            <p>{t('recharge.small', { amount: format.money(chain.minimum) })}</p>
          </div>
          {/* For comparison only: money sent to a contract is lost. It is therefore last and has no copy button. */}
          <dl className="flex w-full flex-col gap-2 border-t border-border pt-3 text-small text-muted">
            {chain.tokens.map((token) => (
              <div key={token.contract}>
                <dt>{`${token.symbol} · ${t('recharge.contract')}`}</dt>
                <dd dir="ltr" className="font-mono break-all">
                  {token.contract}
                </dd>
              </div>
            ))}
          </dl>
        </Card>
      )}
    </QueryBoundary>
  )
}
