import { useT } from '../lib/i18n.tsx'

/** The progress of an upload, from 0 to 1. */
export function UploadProgress({ progress }: { progress: number }) {
  const t = useT()
  return (
    <div>
      <p role="status" className="text-small text-muted">
        {t('register.photo.sending')}
      </p>
      <progress
        aria-label={t('register.photo.sending')}
        value={progress}
        max={1}
        className="w-full accent-(--accent)"
      />
    </div>
  )
}
