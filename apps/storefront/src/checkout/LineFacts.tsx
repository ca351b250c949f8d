import type { CartLine } from '@quayside/contract/storefront-pages'
import type { PageKit } from '../lib/page.ts'
import { NoPicture } from '../parts/NoPicture.tsx'
import { Picture } from '../parts/Picture.tsx'

/** One line of a cart: picture, name, pieces, price, and what changed since it was added. */
export function LineFacts({ kit, line }: { kit: PageKit; line: CartLine }) {
  const { t } = kit
  return (
    <div className="flex gap-3">
      {line.picture ? (
        <Picture
          url={line.picture}
          alt=""
          widths={[160]}
          sizes="80px"
          width={80}
          height={80}
          className="size-20 shrink-0 rounded-field bg-raised object-cover"
        />
      ) : (
        <NoPicture className="size-20 shrink-0 rounded-field" />
      )}
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        {line.path === null ? (
          <p className="font-semibold" lang={line.textLanguage}>
            <bdi>{line.name}</bdi>
          </p>
        ) : (
          <a
            className="tile-name font-semibold no-underline hover:underline"
            href={kit.to(line.path)}
            lang={line.textLanguage}
          >
            <bdi>{line.name}</bdi>
          </a>
        )}
        {line.options.length > 0 && (
          <p className="text-small text-muted">
            <bdi>{line.options.map(({ value }) => value).join(', ')}</bdi>
          </p>
        )}
        <p className="flex flex-wrap justify-between gap-x-3">
          <span className="text-muted">
            <bdi dir="ltr">
              {kit.number(line.quantity)} × {kit.money(line.price)}
            </bdi>
          </span>
          <bdi dir="ltr" className="font-semibold tabular-nums">
            {kit.money(line.sum)}
          </bdi>
        </p>
        {line.state === 'ok' ? (
          line.left !== null && <p className="text-small text-muted">{t('store.product.left', { n: line.left })}</p>
        ) : (
          <p className="text-danger">{t(`store.cart.${line.state}`, { n: line.most })}</p>
        )}
        {line.state === 'ok' && line.seenPrice && (
          <p className="text-warning">
            {t('store.cart.price-moved', { before: kit.money(line.seenPrice), now: kit.money(line.price) })}
          </p>
        )}
      </div>
    </div>
  )
}
