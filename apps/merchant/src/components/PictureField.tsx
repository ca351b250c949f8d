import type { Uploaded, UploadPurpose } from '@quayside/client'
import { Button, ErrorText } from '@quayside/ui'
import { Camera, CircleCheck } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useT } from '../lib/i18n.tsx'
import { UploadProgress } from './UploadProgress.tsx'
import { useUpload } from '../hooks/useUpload.ts'

/** Stores a chosen photo on this device. Must be the same object on every render. */
export type DraftStorage = { read: () => Promise<Blob | undefined>; save: (photo: Blob) => Promise<void> }

/**
 * A field for one picture: it is uploaded as soon as it is chosen, and can be taken again. The upload runs in the
 * background, so that other fields stay usable. The server's refusal is shown beside it, also that of `onSaved`, which
 * may throw `Refused`.
 */
export function PictureField({
  purpose,
  keep,
  label,
  hint,
  saved,
  error,
  onChosen,
  onSend,
  onSaved,
}: {
  purpose: UploadPurpose
  keep?: DraftStorage
  label: string
  hint: string
  /** The server already has a picture. */
  saved: boolean
  error?: string | undefined
  /** Called when the merchant chooses another picture: the former one no longer counts. */
  onChosen?: () => void
  /** Called when an upload begins, with its end. */
  onSend?: (ended: Promise<void>) => void
  onSaved: (file: Uploaded) => Promise<boolean>
}) {
  const t = useT()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [photo, setPhoto] = useState<Blob | null>(null)
  const [preview, setPreview] = useState<string | null>(null)
  const { progress, problem, send: sendNow } = useUpload(purpose, onSaved)

  const send = (blob: Blob) => {
    const ended = sendNow(blob)
    onSend?.(ended)
    return ended
  }
  // A photo that is kept here and not on the server was chosen before its upload failed or the app was closed.
  const restore = useEffectEvent((kept: Blob) => {
    setPhoto(kept)
    if (!saved || error) void send(kept)
  })
  useEffect(() => void keep?.read().then((kept) => kept && restore(kept)), [keep])
  useEffect(() => {
    if (!photo) return
    const url = URL.createObjectURL(photo)
    setPreview(url)
    return () => URL.revokeObjectURL(url)
  }, [photo])

  const shown = progress === null ? (problem ?? error) : undefined
  return (
    <section
      aria-labelledby={`${id}-label`}
      className="flex flex-col gap-3 rounded-card border border-border bg-surface p-4"
    >
      <div className="row-between items-start">
        <div className="flex-1">
          <h2 id={`${id}-label`} className="font-semibold">
            {label}
          </h2>
          <p className="text-small text-muted">{hint}</p>
        </div>
        {saved && progress === null && !shown ? (
          <span className="inline-flex items-center gap-1 text-small font-semibold text-success">
            <CircleCheck aria-hidden className="size-5" />
            {t('register.photo.done')}
          </span>
        ) : null}
      </div>
      {preview ? (
        <img src={preview} alt={label} className="max-h-56 w-full rounded-field bg-raised object-contain" />
      ) : null}
      {progress === null ? null : <UploadProgress progress={progress} />}
      {shown ? <ErrorText>{shown}</ErrorText> : null}
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
          onChosen?.()
          void keep?.save(file)
          void send(file)
        }}
      />
      <div className="row-fill">
        {problem && photo ? (
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
