import type { MerchantSignature as Signature } from '@quayside/contract'
import { Button } from '@quayside/ui'
import { BadgeCheck, Download, ShieldX } from 'lucide-react'
import { saveFile } from '../lib/saveFile.ts'
import { t } from '../lib/texts.ts'

/** How the merchant confirmed an act: by a passkey, whose proof can be saved and verified elsewhere, or without one. */
export function MerchantSignature({ signature, code }: { signature: Signature | null; code: string }) {
  if (!signature) return t('signature.password')
  const { passkey, verified, proof } = signature
  const Icon = verified ? BadgeCheck : ShieldX
  const save = () =>
    saveFile({ name: `${code}-proof.json`, file: new Blob([JSON.stringify(proof)], { type: 'application/json' }) })
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <Icon aria-hidden className={verified ? 'size-4 text-success' : 'size-4 text-danger'} />
      <span className={verified ? undefined : 'font-semibold text-danger'}>
        {t(verified ? 'signature.verified' : 'signature.wrong')}
      </span>
      <bdi className="text-muted">{passkey}</bdi>
      <Button variant="quiet" onClick={save}>
        <Download aria-hidden size={16} />
        {t('signature.save')}
      </Button>
    </span>
  )
}
