import { Button, CopyButton, QrCode, Sheet, toast } from '@quayside/ui'
import { Share2 } from 'lucide-react'
import { useT } from '../../lib/i18n.tsx'

const canShare = 'share' in navigator

/** The address of the shop for buyers: as a QR code, to copy, and to hand to another app of the phone. */
export function ShopLink({ url, name, onClose }: { url: string; name: string; onClose: () => void }) {
  const t = useT()
  const share = async () => {
    try {
      await navigator.share({ url, title: name })
    } catch (error) {
      // Who closes the list of apps has not failed.
      if (!(error instanceof DOMException && error.name === 'AbortError')) toast(t('common.failed'))
    }
  }
  return (
    <Sheet
      open
      title={t('shop.link')}
      onOpenChange={(open) => (open ? undefined : onClose())}
      footer={
        canShare ? (
          <Button wide icon={<Share2 aria-hidden className="size-5" />} onClick={() => void share()}>
            {t('shop.share')}
          </Button>
        ) : (
          <CopyButton wide text={url} label={t('common.copy')} />
        )
      }
    >
      <div className="flex flex-col items-center gap-3 pb-4">
        <QrCode text={url} label={t('shop.link')} className="w-full max-w-64" />
        <div className="flex w-full items-center">
          <bdi dir="ltr" className="min-w-0 flex-1 break-all">
            {url}
          </bdi>
          {canShare ? <CopyButton text={url} label={t('common.copy')} /> : null}
        </div>
      </div>
    </Sheet>
  )
}
