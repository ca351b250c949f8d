import { useOnline } from '@quayside/client'
import { Button, type ButtonProps } from '@quayside/ui'
import { WifiOff } from 'lucide-react'
import { useT } from '../lib/i18n.tsx'

/** A button of an act that is never kept for later, such as one that moves money: without a connection it says so and cannot be tapped. */
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
