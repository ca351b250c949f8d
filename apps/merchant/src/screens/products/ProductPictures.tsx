import { Picture, PlainButton } from '@quayside/ui'
import { useState } from 'react'
import { useT } from '../../lib/i18n.tsx'

/** The pictures of a product: one large, and a row to choose from when there are several. */
export function ProductPictures({ name, pictures }: { name: string; pictures: { url: string; alt: string }[] }) {
  const t = useT()
  const [chosen, setChosen] = useState(0)
  const shown = pictures[chosen] ?? pictures[0]
  return (
    <div className="flex flex-col items-center gap-2">
      <Picture src={shown?.url ?? null} alt={shown?.alt || name} size={260} className="rounded-card" />
      {pictures.length > 1 ? (
        <div className="flex max-w-full gap-2 overflow-x-auto p-1">
          {pictures.map(({ url }, index) => (
            <PlainButton
              key={url}
              aria-label={t('products.picture', { n: index + 1, total: pictures.length })}
              aria-pressed={index === chosen}
              className="rounded-chip border-2 border-transparent aria-pressed:border-primary"
              onClick={() => setChosen(index)}
            >
              <Picture src={url} alt="" size={52} />
            </PlainButton>
          ))}
        </div>
      ) : null}
    </div>
  )
}
