import type { BannerKind } from '@quayside/contract'
import { Button, ErrorText, Sheet } from '@quayside/ui'
import { useEffect, useState } from 'react'
import { PanFrame, type FrameSize } from '../../components/PanFrame.tsx'
import { viewAfter, clampPan, type View } from '../../lib/panZoom.ts'
import { useT } from '../../lib/i18n.tsx'
import { shapeOf } from './FrontPreview.tsx'

/** Width of an uploaded banner in pixels; a smaller picture is not enlarged. */
const widest = 1600
/** Maximum zoom beyond the size that fits the frame. */
const nearest = 8
const quality = 0.86

/** The view, limited so that the picture covers the frame. */
function covering(view: View, image: HTMLImageElement, frame: FrameSize): View {
  const least = Math.max(frame.width / image.naturalWidth, frame.height / image.naturalHeight)
  const scale = Math.max(least, Math.min(least * nearest, view.scale))
  return {
    scale,
    x: clampPan(view.x, image.naturalWidth, frame.width, scale),
    y: clampPan(view.y, image.naturalHeight, frame.height, scale),
  }
}

/** Cuts out the part of the picture that is in the frame. */
function cutOut(image: HTMLImageElement, view: View, frame: FrameSize): Promise<Blob | null> {
  const [width, height] = [frame.width / view.scale, frame.height / view.scale]
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(Math.min(widest, width))
  canvas.height = Math.round((canvas.width * height) / width)
  canvas
    .getContext('2d')!
    .drawImage(image, view.x - width / 2, view.y - height / 2, width, height, 0, 0, canvas.width, canvas.height)
  return new Promise((done) => canvas.toBlob(done, 'image/jpeg', quality))
}

/** Crops a picture to the shape of a banner. The frame shows what buyers will see. */
export function CropSheet({
  picture,
  kind,
  onClose,
  onCut,
}: {
  picture: File
  kind: BannerKind
  onClose: () => void
  onCut: (banner: Blob) => void
}) {
  const t = useT()
  const [url, setUrl] = useState<string>()
  const [image, setImage] = useState<HTMLImageElement | null>(null)
  const [failed, setFailed] = useState(false)
  /** The last view, with the size of the frame. */
  const [seen, setSeen] = useState<{ view: View; size: FrameSize } | null>(null)

  useEffect(() => {
    const made = URL.createObjectURL(picture)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [picture])

  const viewIn = (size: FrameSize, of: HTMLImageElement): View =>
    covering(seen?.view ?? { x: of.naturalWidth / 2, y: of.naturalHeight / 2, scale: 0 }, of, size)
  const use = async (of: HTMLImageElement, size: FrameSize) => {
    const banner = await cutOut(of, viewIn(size, of), size)
    if (banner) onCut(banner)
    else setFailed(true)
  }

  return (
    <Sheet
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('shop.crop')}
      footer={
        <Button wide disabled={!image || !seen} onClick={() => image && seen && void use(image, seen.size)}>
          {t('register.photo.use')}
        </Button>
      }
    >
      <PanFrame
        label={t('shop.crop.frame')}
        how={t('shop.crop.how')}
        className="w-full rounded-field"
        style={shapeOf(kind)}
        onGesture={(gesture, size) =>
          image
            ? setSeen({ size, view: covering(viewAfter(viewIn(size, image), gesture, 0, Infinity), image, size) })
            : undefined
        }
      >
        {(size) => {
          const view = image && viewIn(size, image)
          return url ? (
            <img
              src={url}
              alt=""
              draggable={false}
              className="absolute max-w-none select-none"
              style={
                image && view
                  ? {
                      width: image.naturalWidth * view.scale,
                      height: image.naturalHeight * view.scale,
                      left: size.width / 2 - view.x * view.scale,
                      top: size.height / 2 - view.y * view.scale,
                    }
                  : { visibility: 'hidden' }
              }
              onLoad={({ currentTarget }) => {
                setImage(currentTarget)
                setSeen({ size, view: viewIn(size, currentTarget) })
              }}
              onError={() => setFailed(true)}
            />
          ) : null
        }}
      </PanFrame>
      {failed ? <ErrorText>{t('shop.crop.failed')}</ErrorText> : null}
    </Sheet>
  )
}
