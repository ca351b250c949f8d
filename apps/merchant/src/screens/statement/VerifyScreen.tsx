import { useApiQuery, useToken } from '@quayside/client'
import { statementKeys } from '@quayside/contract'
import { checkStatement, fingerprintOf, type Signed, type Verdict } from '@quayside/contract/statement-file'
import { Button, Card, CopyButton, EmptyState, Page, Problem, Spyglass } from '@quayside/ui'
import { FileCheck2, ShieldCheck, ShieldQuestionMark } from 'lucide-react'
import { useRef, useState } from 'react'
import { useBack } from '../../hooks/useBack.ts'
import { paths } from '../../paths.ts'
import { useT } from '../../lib/i18n.tsx'

/**
 * Verifies a downloaded statement on this device; the file never leaves it. The server only sends its public keys,
 * which can be compared with the fingerprint that it publishes.
 */
export function VerifyScreen() {
  const t = useT()
  const back = useBack(useToken() === null ? paths.entry : paths.statement)
  const keys = useApiQuery(statementKeys, {})
  const input = useRef<HTMLInputElement>(null)
  const [checked, setChecked] = useState<{ name: string; verdict: Verdict | null } | null>(null)

  const check = async (file: File) => {
    setChecked({ name: file.name, verdict: null })
    // The file was moved or deleted meanwhile.
    const known = keys.data?.keys.map(({ key }) => key)
    const verdict = await checkStatement(file, known).catch((): Verdict => ({ found: 'unreadable' }))
    setChecked((now) => (now?.name === file.name ? { ...now, verdict } : now))
  }

  return (
    <Page title={t('verify.title')} onBack={back}>
      <input
        ref={input}
        type="file"
        accept=".csv,.pdf,text/csv,application/pdf"
        aria-label={t('verify.choose')}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          // Reset, so that choosing the same file again fires a change.
          event.target.value = ''
          if (file) void check(file)
        }}
      />
      <div aria-live="polite" className="flex flex-col gap-4">
        {checked?.verdict ? (
          <>
            <p className="truncate text-small text-muted">
              <bdi>{checked.name}</bdi>
            </p>
            <Found verdict={checked.verdict} />
          </>
        ) : null}
      </div>
      {checked ? null : <EmptyState scene={<Spyglass />} title={t('verify.title')} text={t('verify.text')} />}
      <p className="mt-auto text-small">
        <a
          href="./verifier.html"
          download="quayside-verifier.html"
          className="inline-flex min-h-12 items-center text-accent"
        >
          {t('verify.alone')}
        </a>
      </p>
      <Button
        wide
        busy={checked !== null && checked.verdict === null}
        icon={<FileCheck2 aria-hidden className="size-5" />}
        onClick={() => input.current?.click()}
      >
        {t('verify.choose')}
      </Button>
    </Page>
  )
}

function Found({ verdict }: { verdict: Verdict }) {
  const t = useT()
  if (verdict.found === 'changed')
    return <Problem title={t('verify.bad', { n: verdict.record })} text={t('verify.bad.text')} />
  if (verdict.found === 'frame') return <Problem title={t('verify.frame')} />
  if (verdict.found === 'forged') return <Problem title={t('verify.forged')} />
  if (verdict.found === 'zone') return <Problem title={t('verify.zone', { zone: verdict.zone })} />
  if (verdict.found === 'unreadable') return <Problem title={t('verify.unreadable')} />
  const { signed } = verdict
  // For a PDF only the signature can be checked.
  if (verdict.found === 'document' && signed.by === 'unchecked') return <Problem title={whoSigned(t, signed)} />
  // Only a signature proves the origin; without one the file is merely consistent.
  const proved = signed.by === 'known'
  return (
    <Card className={`flex flex-col gap-2 ${proved ? 'border-success' : 'border-warning'}`}>
      <p className={`flex items-start gap-2 font-semibold ${proved ? 'text-success' : 'text-warning'}`}>
        {proved ? (
          <ShieldCheck aria-hidden className="size-6 shrink-0" />
        ) : (
          <ShieldQuestionMark aria-hidden className="size-6 shrink-0" />
        )}
        {verdict.found === 'document'
          ? t('verify.document')
          : proved
            ? t('verify.good', { n: verdict.records })
            : t('verify.consistent')}
      </p>
      <p className="text-small wrap-anywhere">{whoSigned(t, signed)}</p>
      {verdict.found === 'unchanged' ? (
        <div className="flex items-start gap-2">
          {/* A fingerprint is left-to-right in every language. */}
          <p className="min-w-0 flex-1 text-small wrap-anywhere">
            {t('verify.good.head', { head: `\u2066${verdict.head}\u2069` })}
          </p>
          <CopyButton text={verdict.head} label={t('common.copy')} />
        </div>
      ) : null}
    </Card>
  )
}

function whoSigned(t: ReturnType<typeof useT>, signed: Signed): string {
  if (signed.by === 'nobody') return t('verify.unsigned')
  const key = `\u2066${fingerprintOf(signed.key)}\u2069`
  if (signed.by === 'known') return t('verify.signed', { key })
  return signed.by === 'unknown' ? t('verify.unknown', { key }) : t('verify.unchecked', { key })
}
