import { CopyButton } from '@quayside/ui'
import { useT } from '../lib/i18n.tsx'

/** A value with its label and a button to copy it. `done` is the text of the toast. */
export function CopyableValue({ label, value, done }: { label: string; value: string; done?: string }) {
  const t = useT()
  return (
    <div className="flex items-center justify-between gap-2">
      <p className="min-w-0">
        <span className="block text-small text-muted">
          <bdi>{label}</bdi>
        </span>
        <bdi className="break-all select-all">{value}</bdi>
      </p>
      <CopyButton text={value} label={t('common.named', { label: t('common.copy'), value: label })} done={done} />
    </div>
  )
}
