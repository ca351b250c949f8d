import type { Proof } from '@quayside/client/proofs'
import { parseCents, type WalletAccount } from '@quayside/contract'
import { PlainButton } from '@quayside/ui'
import { ShieldAlert, ShieldCheck, ShieldQuestionMark } from 'lucide-react'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { useHold } from '../hooks/useHold.ts'
import { useFormat, useT } from '../lib/i18n.tsx'

// The code of the proof is needed by a merchant who has proved a balance before, or opens the sheet.
const proofs = () => import('@quayside/client/proofs')
const ProofSheet = lazy(async () => ({ default: (await import('./ProofSheet.tsx')).ProofSheet }))

/** The proof of an account or of one of its records, as a sheet. */
export function LazyProof(props: Parameters<typeof ProofSheet>[0]) {
  return (
    <Suspense>
      <ProofSheet {...props} />
    </Suspense>
  )
}

/** A link with a figure: held, or by the context menu of the keyboard, it opens the proof of its account. */
export function Provable({ account, children }: { account: WalletAccount; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const hold = useHold(() => setOpen(true))
  return (
    <>
      <span className="contents [-webkit-touch-callout:none]" {...hold}>
        {children}
      </span>
      {open ? <LazyProof account={account} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/**
 * The balance as a button that opens its proof, with a badge of the last one. Where a proof of this device exists, a
 * changed balance is verified by itself.
 */
export function ProvenBalance({ value, children }: { value: string; children: ReactNode }) {
  const t = useT()
  const format = useFormat()
  const [open, setOpen] = useState(false)
  const [found, setFound] = useState<Proof | null>(null)
  const hold = useHold(() => setOpen(true))
  const cents = String(parseCents(value))
  useEffect(() => {
    let here = true
    const show = async () => {
      const { proveAccount, readProof } = await proofs()
      const kept = await readProof('available')
      if (!here || !kept) return
      setFound({ found: 'whole', records: [], ...kept })
      if (kept.end.balance === cents) return
      const proof = await proveAccount('available')
      if (here) setFound(proof)
    }
    // Without a connection the badge says nothing.
    void show().catch(() => undefined)
    return () => void (here = false)
  }, [cents])
  const broken = found && found.found !== 'whole'
  const proven = found?.found === 'whole' && found.end.balance === cents ? found : null
  const Icon = broken ? ShieldAlert : proven ? ShieldCheck : ShieldQuestionMark
  return (
    <>
      <PlainButton
        {...hold}
        onClick={() => setOpen(true)}
        className="flex min-h-12 flex-col items-start gap-1 text-start select-none [-webkit-touch-callout:none]"
      >
        {children}
        <span className={`flex items-center gap-1 text-caption ${broken ? 'font-semibold text-danger' : 'text-muted'}`}>
          <Icon aria-hidden className="size-4 shrink-0" />
          {broken
            ? found.found === 'changed'
              ? t('verify.bad', { n: found.seq })
              : t('proof.missing')
            : proven
              ? t('proof.verified', { when: format.moment(proven.at) })
              : t('proof.check')}
        </span>
      </PlainButton>
      {open ? <LazyProof account="available" onClose={() => setOpen(false)} onProof={setFound} /> : null}
    </>
  )
}
