import { proveAccount, type Proof, type ProofRecord } from '@quayside/client/proofs'
import { formatCents, type WalletAccount } from '@quayside/contract'
import { Button, Card, Money, Problem, Sheet } from '@quayside/ui'
import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { useFormat, useT } from '../lib/i18n.tsx'

type State = Proof | { found: 'checking'; done: number; of: number } | { found: 'unreachable' }

/** Records before and after the one that the sheet is about. */
const around = 3

/**
 * The records behind a balance, or behind one of its records, with the hashes computed on this device. `onProof` tells
 * the screen the result.
 */
export function ProofSheet({
  account,
  record,
  onClose,
  onProof,
}: {
  account: WalletAccount
  record?: number | undefined
  onClose: () => void
  onProof?: ((proof: Proof) => void) | undefined
}) {
  const t = useT()
  const format = useFormat()
  const [state, setState] = useState<State>({ found: 'checking', done: 0, of: 0 })
  const [run, setRun] = useState({ again: false })
  const told = useCallback((proof: Proof) => onProof?.(proof), [onProof])
  useEffect(() => {
    let open = true
    setState({ found: 'checking', done: 0, of: 0 })
    proveAccount(account, {
      record,
      again: run.again,
      onProgress: (done, of) => (open ? setState({ found: 'checking', done, of }) : undefined),
    }).then(
      (proof) => {
        told(proof)
        if (open) setState(proof)
      },
      () => (open ? setState({ found: 'unreachable' }) : undefined),
    )
    return () => void (open = false)
  }, [account, record, run, told])

  return (
    <Sheet
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t(`funds.${account}`)}
      footer={
        <Button
          variant="secondary"
          wide
          busy={state.found === 'checking'}
          onClick={() => setRun({ again: state.found !== 'unreachable' })}
        >
          {state.found === 'unreachable' ? t('common.retry') : t('proof.again')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4" aria-live="polite">
        {state.found === 'checking' ? (
          <p className="text-muted">
            {t('proof.checking', { n: format.number(state.done), total: format.number(state.of) })}
          </p>
        ) : state.found === 'unreachable' ? (
          <Problem title={t('common.unreachable')} text={t('common.unreachable.text')} />
        ) : state.found === 'missing' ? (
          <Problem title={t('proof.missing')} text={t('proof.bad.text')} />
        ) : state.found === 'changed' ? (
          <Problem title={t('verify.bad', { n: state.seq })} text={t('proof.bad.text')} />
        ) : (
          <Whole proof={state} record={record} />
        )}
      </div>
    </Sheet>
  )
}

function Whole({ proof, record }: { proof: Proof & { found: 'whole' }; record: number | undefined }) {
  const t = useT()
  const format = useFormat()
  const at = proof.records.findIndex(({ seq }) => seq === String(record))
  const rows = at < 0 ? proof.records : proof.records.slice(Math.max(0, at - around), at + around + 1)
  return (
    <>
      <Card className="flex flex-col gap-1 border-success">
        {record === undefined ? <Money value={formatCents(BigInt(proof.end.balance))} size="display" /> : null}
        <p className="flex items-center gap-2 font-semibold text-success">
          <Check aria-hidden className="size-5 shrink-0" />
          {t('proof.verified', { when: format.moment(proof.at) })}
        </p>
        <p className="text-small text-muted">{t('proof.text', { n: Number(proof.end.seq) })}</p>
      </Card>
      <ol className="flex flex-col">
        {rows.toReversed().map((row) => (
          <Link key={row.seq} row={row} chosen={row.seq === String(record)} />
        ))}
      </ol>
    </>
  )
}

/** A record as a link of the chain: its fingerprint is computed from its content and from the one below. */
function Link({ row, chosen }: { row: ProofRecord; chosen: boolean }) {
  const t = useT()
  const format = useFormat()
  const cents = row.side === 'C' ? BigInt(row.amount) : -BigInt(row.amount)
  const at = new Date(Number(BigInt(row.at) / 1000n)).toISOString()
  return (
    <li className={clsx('relative flex gap-3 py-2', chosen && 'rounded-field bg-accent-soft')}>
      <span aria-hidden className="flex flex-col items-center text-success">
        <Check className="size-5" />
        <span className="w-px flex-1 bg-border" />
      </span>
      <span className="row-between min-w-0 flex-1">
        <span className="grow basis-[8rem]">
          <span className={clsx('block', chosen && 'font-semibold')}>{t(`funds.event.${row.event}`)}</span>
          <span className="block text-caption text-muted">
            {t('funds.number', { n: format.number(Number(row.seq)) })} · {format.dateTime(at)}
          </span>
          <bdi className="block font-mono text-caption text-muted">{`${row.hash.slice(0, 16)}…`}</bdi>
        </span>
        <span className="ms-auto text-end">
          <Money value={formatCents(cents)} sign className="font-semibold" />
          <span className="block text-caption text-muted">
            {t('funds.after', { amount: format.money(formatCents(BigInt(row.balance))) })}
          </span>
        </span>
      </span>
    </li>
  )
}
