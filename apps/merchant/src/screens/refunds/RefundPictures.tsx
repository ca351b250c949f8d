import { useApiQuery } from '@quayside/client'
import { refundPicture } from '@quayside/contract'
import { Sheet, Skeleton, PlainButton } from '@quayside/ui'
import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { useT } from '../../lib/i18n.tsx'

/** The pictures of the request or of the objection, side by side to swipe through; a tap shows one whole. */
export function RefundPictures({ id, count, of }: { id: string; count: number; of: 'request' | 'objection' }) {
  const t = useT()
  const [open, setOpen] = useState<{ n: number; src: string } | null>(null)
  return (
    <>
      <ul className="-mx-4 flex snap-x scroll-px-4 gap-2 overflow-x-auto px-4">
        {Array.from({ length: count }, (_, i) => (
          <li key={i} className="w-[min(85%,20rem)] shrink-0 snap-start only:w-full">
            <Thumb id={id} n={i + 1} of={of} onOpen={(src) => setOpen({ n: i + 1, src })} />
          </li>
        ))}
      </ul>
      <Sheet
        open={open !== null}
        onOpenChange={(is) => (is ? undefined : setOpen(null))}
        title={open ? t('refunds.picture', { n: open.n }) : ''}
      >
        {open ? (
          <img
            src={open.src}
            alt={t('refunds.picture', { n: open.n })}
            className="max-h-[70dvh] w-full rounded-field bg-raised object-contain"
          />
        ) : null}
      </Sheet>
    </>
  )
}

function Thumb({
  id,
  n,
  of,
  onOpen,
}: {
  id: string
  n: number
  of: 'request' | 'objection'
  onOpen: (src: string) => void
}) {
  const t = useT()
  const picture = useApiQuery(refundPicture, { id, n, of })
  const name = t('refunds.picture', { n })
  if (!picture.data) {
    if (picture.isLoading) return <Skeleton className="h-56 w-full" />
    return (
      <PlainButton
        aria-label={t('common.named', { label: name, value: t('common.retry') })}
        onClick={picture.refetch}
        className="flex h-56 w-full items-center justify-center rounded-field bg-raised text-muted"
      >
        <ImageOff aria-hidden />
      </PlainButton>
    )
  }
  const src = `data:${picture.data.contentType};base64,${picture.data.base64}`
  return (
    <PlainButton
      aria-label={name}
      onClick={() => onOpen(src)}
      className="block h-56 w-full overflow-hidden rounded-field border border-border bg-raised"
    >
      <img src={src} alt="" className="size-full object-cover" />
    </PlainButton>
  )
}
