import { maxRefundPictures } from '@quayside/contract'
import { Button, ErrorText, IconButton } from '@quayside/ui'
import { ImagePlus, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { UploadProgress } from '../../components/UploadProgress.tsx'
import { useUpload } from '../../hooks/useUpload.ts'
import { useT } from '../../lib/i18n.tsx'

/** An uploaded picture, and the address of its copy on this device. */
export type ChosenPicture = { id: string; src: string }

/** The merchant's own pictures for an objection: uploaded as they are chosen, and removable until it is sent. */
export function ObjectionPictures({
  chosen,
  onChange,
}: {
  chosen: ChosenPicture[]
  onChange: (chosen: ChosenPicture[]) => void
}) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  const photo = useRef<Blob | null>(null)
  const made = useRef<string[]>([])
  const { progress, problem, send } = useUpload('refund', ({ id }) => {
    const src = URL.createObjectURL(photo.current!)
    made.current.push(src)
    onChange([...chosen, { id, src }])
    return Promise.resolve(true)
  })
  useEffect(() => {
    const urls = made.current
    return () => urls.forEach((url) => URL.revokeObjectURL(url))
  }, [])
  return (
    <div className="flex flex-col gap-2">
      <ul className="flex flex-wrap gap-2">
        {chosen.map(({ id, src }, i) => (
          <li key={id} className="flex flex-col items-center">
            <img
              src={src}
              alt={t('refunds.picture', { n: i + 1 })}
              className="size-24 rounded-field border border-border bg-raised object-cover"
            />
            <IconButton
              label={t('common.named', { label: t('service.remove'), value: t('refunds.picture', { n: i + 1 }) })}
              icon={<X aria-hidden />}
              onClick={() => onChange(chosen.filter((picture) => picture.id !== id))}
            />
          </li>
        ))}
      </ul>
      {progress === null ? null : <UploadProgress progress={progress} />}
      {problem ? <ErrorText>{problem}</ErrorText> : null}
      {chosen.length < maxRefundPictures ? (
        <Button
          variant="secondary"
          icon={<ImagePlus aria-hidden />}
          disabled={progress !== null}
          onClick={() => input.current?.click()}
        >
          {t('service.picture')}
        </Button>
      ) : null}
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        className="hidden"
        tabIndex={-1}
        aria-hidden
        onChange={(event) => {
          photo.current = event.target.files?.[0] ?? null
          event.target.value = ''
          if (photo.current) void send(photo.current)
        }}
      />
    </div>
  )
}
