import { useApiMutation } from '@quayside/client'
import { bannerShapes, saveBanners, type readShop, type ResponseBody, type BannerKind } from '@quayside/contract'
import { Button, ErrorText, IconButton } from '@quayside/ui'
import { ArrowDown, ArrowUp, ImagePlus, ImageUp, Trash2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { MutationError } from '../../components/MutationError.tsx'
import { UploadProgress } from '../../components/UploadProgress.tsx'
import { WhileOpen } from '../../components/WhileOpen.tsx'
import { useUpload } from '../../hooks/useUpload.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { CropSheet } from './CropSheet.tsx'
import { shapeOf } from './FrontPreview.tsx'

type Banners = ResponseBody<typeof readShop>['banners'][BannerKind]

/** The banners of one kind: add, crop, replace, order and remove them. */
export function BannerField({ kind, banners }: { kind: BannerKind; banners: Banners }) {
  const t = useT()
  const format = useFormat()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  /** Index of the banner that the chosen picture replaces; one past the last adds a banner. */
  const [place, setPlace] = useState(0)
  const [picture, setPicture] = useState<File | null>(null)
  const [cut, setCut] = useState<Blob | null>(null)
  const save = useApiMutation(saveBanners, { awaitRefetch: true })
  const { width, height, most } = bannerShapes[kind]
  const files = banners.map(({ file }) => file)

  const saveFiles = async (fileIds: string[]): Promise<boolean> =>
    (await save.mutate({ kind, files: fileIds })) !== null
  const upload = useUpload('banner', async (file) => {
    if (await saveFiles(files.toSpliced(place, 1, file.id))) setCut(null)
    return true
  })
  const busy = upload.progress !== null || save.isPending
  const choose = (at: number) => {
    setCut(null)
    setPlace(at)
    input.current?.click()
  }
  const swapped = (i: number) => files.with(i, files[i - 1]!).with(i - 1, files[i]!)

  return (
    <section
      aria-labelledby={`${id}-label`}
      className="flex flex-col gap-3 rounded-card border border-border bg-surface p-4"
    >
      <div>
        <h2 id={`${id}-label`} className="font-semibold">
          {t(`shop.banner.${kind}`)}
        </h2>
        <p className="text-small text-muted">
          {t(`shop.banner.${kind}.hint`)}{' '}
          {t('shop.banner.shape', { width: format.number(width), height: format.number(height) })}
        </p>
      </div>
      <ol className="flex flex-col gap-3 empty:hidden">
        {banners.map(({ file, url }, i) => {
          const name = most > 1 ? t('shop.banner.nth', { n: i + 1 }) : t(`shop.banner.${kind}`)
          return (
            <li key={file} className="flex flex-col gap-1">
              <img src={url} alt={name} className="w-full rounded-field bg-raised object-cover" style={shapeOf(kind)} />
              <div className="flex justify-end gap-1">
                {most > 1 ? (
                  <>
                    <IconButton
                      label={t('shop.banner.earlier', { name })}
                      icon={<ArrowUp aria-hidden />}
                      disabled={busy || i === 0}
                      className="disabled:opacity-40"
                      onClick={() => void saveFiles(swapped(i))}
                    />
                    <IconButton
                      label={t('shop.banner.later', { name })}
                      icon={<ArrowDown aria-hidden />}
                      disabled={busy || i === banners.length - 1}
                      className="disabled:opacity-40"
                      onClick={() => void saveFiles(swapped(i + 1))}
                    />
                  </>
                ) : null}
                <IconButton
                  label={t('shop.banner.replace', { name })}
                  icon={<ImageUp aria-hidden />}
                  disabled={busy}
                  onClick={() => choose(i)}
                />
                <IconButton
                  label={t('shop.banner.remove', { name })}
                  icon={<Trash2 aria-hidden className="text-danger" />}
                  disabled={busy}
                  onClick={() => void saveFiles(files.toSpliced(i, 1))}
                />
              </div>
            </li>
          )
        })}
      </ol>
      {upload.progress === null ? null : <UploadProgress progress={upload.progress} />}
      {upload.problem ? <ErrorText>{upload.problem}</ErrorText> : null}
      <MutationError mutation={save} />
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        aria-label={t(`shop.banner.${kind}`)}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          upload.forget()
          if (file) setPicture(file)
        }}
      />
      {cut && !busy ? (
        <Button wide onClick={() => void upload.send(cut)}>
          {t('common.retry')}
        </Button>
      ) : null}
      {banners.length < most ? (
        <WhileOpen quiet>
          <Button
            variant="secondary"
            wide
            icon={<ImagePlus aria-hidden className="size-5" />}
            disabled={busy}
            onClick={() => choose(banners.length)}
          >
            {t('shop.banner.add')}
          </Button>
        </WhileOpen>
      ) : null}
      {picture ? (
        <CropSheet
          picture={picture}
          kind={kind}
          onClose={() => setPicture(null)}
          onCut={(blob) => {
            setPicture(null)
            setCut(blob)
            void upload.send(blob)
          }}
        />
      ) : null}
    </section>
  )
}
