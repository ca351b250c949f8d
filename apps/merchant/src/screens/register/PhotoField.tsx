import { Refused, upload, type Uploaded } from '@quayside/client'
import { Button } from '@quayside/ui'
import { Camera, CircleCheck } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useT } from '../../words.tsx'
import { readPhoto, savePhoto, type PhotoField as Field } from './draft.ts'

/**
 * One photo: choose, look at it, then "use" or "retake". It is kept on the device as soon as it is chosen and sent in the background;
 * what the server says of it stands beside it, and the other fields stay usable.
 */
export function PhotoField({
  field,
  label,
  hint,
  saved,
  error,
  onSaved,
}: {
  field: Field
  label: string
  hint: string
  /** The server has this photo already. */
  saved: boolean
  error?: string | undefined
  onSaved: (file: Uploaded) => Promise<boolean>
}) {
  const t = useT()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [photo, setPhoto] = useState<Blob | null>(null)
  const [preview, setPreview] = useState<string | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)

  useEffect(() => void readPhoto(field).then((kept) => kept && setPhoto(kept)), [field])
  useEffect(() => {
    if (!photo) return
    const url = URL.createObjectURL(photo)
    setPreview(url)
    return () => URL.revokeObjectURL(url)
  }, [photo])

  const send = async (blob: Blob) => {
    setAsking(false)
    setProblem(null)
    setProgress(0)
    try {
      const file = await upload(blob, field === 'logo' ? 'logo' : 'identity', setProgress)
      if (!(await onSaved(file))) setProblem(t('common.unreachable.text'))
    } catch (caught) {
      setProblem(caught instanceof Refused ? caught.message : t('common.unreachable.text'))
    } finally {
      setProgress(null)
    }
  }

  const shown = problem ?? error
  return (
    <section
      aria-labelledby={`${id}-label`}
      className="flex flex-col gap-3 rounded-card border border-hairline bg-surface p-4"
    >
      <div className="flex items-start justify-between gap-2">
        <div>
          <h2 id={`${id}-label`} className="font-semibold">
            {label}
          </h2>
          <p className="text-small text-muted">{hint}</p>
        </div>
        {saved && progress === null && !asking ? (
          <span className="inline-flex items-center gap-1 text-small font-semibold text-success">
            <CircleCheck aria-hidden className="size-5" />
            {t('register.photo.done')}
          </span>
        ) : null}
      </div>
      {preview ? (
        <img src={preview} alt={label} className="max-h-56 w-full rounded-field bg-raised object-contain" />
      ) : null}
      {progress !== null ? (
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
      ) : null}
      {shown ? (
        <p role="alert" className="text-small text-danger">
          {shown}
        </p>
      ) : null}
      <input
        ref={input}
        id={`${id}-file`}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        aria-label={label}
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (!file) return
          setPhoto(file)
          setProblem(null)
          setAsking(true)
          void savePhoto(field, file)
        }}
      />
      <div className="flex gap-2">
        {asking && photo ? (
          <Button wide onClick={() => void send(photo)}>
            {t('register.photo.use')}
          </Button>
        ) : null}
        {problem && photo && !asking ? (
          <Button wide onClick={() => void send(photo)}>
            {t('common.retry')}
          </Button>
        ) : null}
        <Button
          variant="secondary"
          wide
          icon={<Camera aria-hidden className="size-5" />}
          disabled={progress !== null}
          onClick={() => input.current?.click()}
        >
          {photo || saved ? t('register.photo.again') : t('register.photo.take')}
        </Button>
      </div>
    </section>
  )
}
