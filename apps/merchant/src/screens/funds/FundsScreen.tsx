import { useApiQuery } from '@quayside/client'
import { readWallet } from '@quayside/contract'
import { IconButton, IconLink, Money, Page, PlainButton, SegmentTabs } from '@quayside/ui'
import { clsx } from 'clsx'
import { ChevronRight, FileText, ListFilter } from 'lucide-react'
import { useState } from 'react'
import { FilterChips, usePeriodWords } from '../../components/FilterSheet.tsx'
import { Provable } from '../../components/Provable.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { useT } from '../../lib/i18n.tsx'
import { link, paths } from '../../paths.ts'
import { navigate, useSearchParams } from '../../router.ts'
import { useFundsFilter, type FundsFilter } from './filter.ts'
import { FundsFilterSheet } from './FundsFilterSheet.tsx'
import { LedgerRecords } from './LedgerRecords.tsx'
import { RechargeRecords } from './RechargeRecords.tsx'
import { WithdrawRecords } from './WithdrawRecords.tsx'

const accounts = ['available', 'pending', 'held'] as const
type Account = (typeof accounts)[number]
const views = ['all', 'recharges', 'withdrawals'] as const
const viewNames = { all: 'funds.all-accounts', recharges: 'recharge.records', withdrawals: 'withdraw.records' } as const

/**
 * The records of the merchant's money, newest first: of all accounts or of one, or the recharges or withdrawals. The
 * head has the sums of the accounts.
 */
export function FundsScreen() {
  const t = useT()
  const period = usePeriodWords()
  const back = useBack(paths.my)
  const query = useSearchParams(paths.funds)
  const account = accounts.find((name) => name === query.account)
  const view = views.find((name) => name === query.show) ?? 'all'
  const filter = useFundsFilter()
  const filtered = Object.keys(filter).length > 0
  const [open, setOpen] = useState(false)

  const go = (to: FundsFilter & { account?: Account | undefined; show?: string }) => {
    setOpen(false)
    navigate({ to: paths.funds, search: to, replace: true })
  }
  const apply = (next: FundsFilter) => go({ ...next, account })

  return (
    <Page
      title={t('funds.title')}
      onBack={back}
      actions={
        <>
          <IconLink href={link(paths.statement)} label={t('finance.statement')} icon={<FileText aria-hidden />} />
          <IconButton
            label={t('common.filter')}
            icon={<ListFilter aria-hidden className={filtered ? 'text-accent' : ''} />}
            onClick={() => setOpen(true)}
          />
        </>
      }
    >
      <div className="-mb-4 flex flex-col gap-1">
        <Accounts chosen={account} onChoose={(next) => go({ ...filter, account: next })} />
        <div className="-mx-4 flex items-center overflow-x-auto px-4 [scrollbar-width:none]">
          <div className="shrink-0">
            <SegmentTabs<string>
              label={t('funds.filter.event')}
              value={account ? '' : view}
              onChange={(key) => go(key === 'all' ? {} : { show: key })}
              items={views.map((key) => ({ key, label: t(viewNames[key]) }))}
            />
          </div>
          <OtherRecords href={link(paths.refunds)} label={t('refunds.title')} />
          <OtherRecords href={link(paths.finance)} label={t('finance.title')} />
        </div>
        {filtered && view === 'all' ? (
          <FilterChips
            filter={filter}
            words={{ event: (name) => t(`funds.event.${name}`), ...period, code: (code) => code }}
            onChange={apply}
          />
        ) : null}
      </div>
      {view === 'recharges' ? (
        <RechargeRecords />
      ) : view === 'withdrawals' ? (
        <WithdrawRecords />
      ) : (
        <LedgerRecords account={account} filter={filter} onClear={() => go({ account })} />
      )}
      {open ? <FundsFilterSheet filter={filter} onApply={apply} onClose={() => setOpen(false)} /> : null}
    </Page>
  )
}

/** The accounts with their sums; a tap shows the records of one, a second tap those of all. */
function Accounts({
  chosen,
  onChoose,
}: {
  chosen: Account | undefined
  onChoose: (account: Account | undefined) => void
}) {
  const t = useT()
  const { data } = useApiQuery(readWallet, {})
  const sums = data && { available: data.balance, pending: data.pending, held: data.held }
  return (
    <div
      role="group"
      aria-label={t('funds.tabs')}
      className="flex flex-wrap divide-x divide-border overflow-hidden rounded-card border border-border bg-surface"
    >
      {accounts.map((account) => (
        <Provable key={account} account={account}>
          <PlainButton
            aria-pressed={account === chosen}
            onClick={() => onChoose(account === chosen ? undefined : account)}
            className={clsx(
              'flex min-h-14 min-w-20 flex-1 flex-col items-start justify-center px-3 py-1 text-start active:bg-raised',
              account === chosen && 'bg-primary text-on-primary',
            )}
          >
            <span className={clsx('text-small', account === chosen || 'text-muted')}>{t(`funds.${account}`)}</span>
            <span className="font-semibold">{sums ? <Money value={sums[account]} /> : ' '}</span>
          </PlainButton>
        </Provable>
      ))}
    </div>
  )
}

function OtherRecords({ href, label }: { href: string; label: string }) {
  return (
    <a
      href={href}
      className="inline-flex min-h-12 shrink-0 items-center gap-0.5 ps-3 text-small whitespace-nowrap text-accent no-underline"
    >
      {label}
      <ChevronRight aria-hidden className="mirror size-4" />
    </a>
  )
}
