import { Card, CopyButton, Sheet } from '@quayside/ui'
import { useT } from '../../lib/i18n.tsx'

/** A secret that the server will not show again. */
export function ShownOnce({ label, value, onClose }: { label: string; value: string; onClose: () => void }) {
  const t = useT()
  return (
    <Sheet
      open
      title={label}
      onOpenChange={(open) => (open ? undefined : onClose())}
      footer={<CopyButton wide text={value} label={t('common.copy')} />}
    >
      <p>{t('integrations.once')}</p>
      <Card>
        <bdi dir="ltr" className="block font-mono text-small break-all select-all">
          {value}
        </bdi>
      </Card>
    </Sheet>
  )
}
