import { Card, CopyButton, QrCode } from '@quayside/ui'
import { useFormat, useT } from '../../lib/i18n.tsx'

/** The PIX payment: amount in reais, payee, QR code and text to copy. */
export function PixCode({ brl, brCode, payee }: { brl: string; brCode: string; payee: string }) {
  const t = useT()
  const format = useFormat()
  const scan = t('recharge.pix.scan')
  return (
    <Card className="flex flex-col items-center gap-3">
      <p className="self-start text-section font-semibold">
        {t('recharge.pix.pay', { amount: format.decimal(brl), payee })}
      </p>
      <QrCode text={brCode} label={scan} className="w-full max-w-72" />
      <p className="text-small text-muted">{scan}</p>
      <CopyButton wide text={brCode} label={t('recharge.pix.copy')} />
      <code dir="ltr" className="w-full rounded-field bg-raised p-3 text-small break-all select-all">
        {brCode}
      </code>
    </Card>
  )
}
