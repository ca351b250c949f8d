import { useOnline } from '@quayside/client'
import { Button, type ButtonProps } from '@quayside/ui'
import { WifiOff } from 'lucide-react'
import { useT } from '../lib/i18n.tsx'

/**
 * A button for a mutation that is never queued, for example a payment. Offline it is disabled and shows the reason.
 */
export function OnlineButton(props: ButtonProps) {
  const t = useT()
  return useOnline() ? (
    <Button {...props} />
  ) : (
    <Button {...props} disabled icon={<WifiOff aria-hidden className="size-5" />}>
      {t('app.offline.act')}
    </Button>
  )
}
