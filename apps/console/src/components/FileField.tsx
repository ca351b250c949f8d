import { t } from '../lib/texts.ts'

/** The choice of a file, in the words and the looks of the console instead of the browser's. */
export const FileField = ({
  label,
  accept,
  chosen,
  disabled = false,
  onChoose,
}: {
  label: string
  accept: string
  /** The name of the chosen file, or what stands for it. */
  chosen: string | null
  disabled?: boolean
  onChoose: (file: File) => void
}) => (
  <label className="flex flex-col gap-1">
    <span className="text-small font-semibold">{label}</span>
    <span className="relative flex min-h-(--control) items-center gap-2 rounded-field border border-input bg-surface ps-1 pe-2 focus-within:outline-2 focus-within:outline-(--focus)">
      <input
        type="file"
        accept={accept}
        aria-label={label}
        disabled={disabled}
        className="absolute inset-0 cursor-pointer opacity-0"
        onChange={(event) => {
          const file = event.target.files?.[0]
          // The same file can be chosen again, after it was corrected.
          event.target.value = ''
          if (file) onChoose(file)
        }}
      />
      <span aria-hidden className="flex-none rounded-chip bg-raised px-2 py-1 font-semibold">
        {t('file.choose')}
      </span>
      <bdi aria-live="polite" className="min-w-0 truncate text-muted">
        {chosen ?? t('file.none')}
      </bdi>
    </span>
  </label>
)
