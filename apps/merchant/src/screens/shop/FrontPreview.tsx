import { bannerShapes, type ResponseBody, type BannerKind, type readShop } from '@quayside/contract'
import { Picture } from '@quayside/ui'
import { useId } from 'react'
import { useT } from '../../lib/i18n.tsx'

/** The aspect ratio of a banner, as a style. */
export const shapeOf = (kind: BannerKind) => ({
  aspectRatio: `${bannerShapes[kind].width} / ${bannerShapes[kind].height}`,
})

/** The head of the shop in the buyers' view: store banner, logo, name, welcome message and advertisements. */
export function FrontPreview({ shop }: { shop: ResponseBody<typeof readShop> }) {
  const t = useT()
  const id = useId()
  const { store, advertisement } = shop.banners
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h2 id={id} className="font-semibold">
        {t('shop.preview')}
      </h2>
      <div className="overflow-hidden rounded-card border border-border bg-surface">
        <div className="bg-raised" style={shapeOf('store')}>
          {store[0] ? <img src={store[0].url} alt="" className="size-full object-cover" /> : null}
        </div>
        <div className="flex items-end gap-3 px-4">
          <Picture src={shop.logo} alt="" size={64} className="-mt-6 rounded-card border-2 border-surface" />
          <p className="line-clamp-2 min-w-0 flex-1 py-2 text-section font-semibold" dir="auto">
            {shop.name}
          </p>
        </div>
        {shop.welcome ? (
          <p className="px-4 pb-3 text-small" dir="auto">
            {shop.welcome}
          </p>
        ) : null}
        {advertisement.length > 0 ? (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolling needs keyboard access
          <ul tabIndex={0} aria-label={t('shop.banner.advertisement')} className="flex gap-2 overflow-x-auto px-4 pb-4">
            {advertisement.map(({ file, url }) => (
              <li
                key={file}
                className="w-11/12 shrink-0 overflow-hidden rounded-field"
                style={shapeOf('advertisement')}
              >
                <img src={url} alt="" className="size-full object-cover" />
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </section>
  )
}
