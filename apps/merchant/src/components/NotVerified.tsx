import { EmptyState, ShopFront } from '@quayside/ui'
import { link, paths } from '../paths.ts'
import { useT } from '../lib/i18n.tsx'

/** Shown instead of a screen that needs a verified shop. */
export function NotVerified() {
  const t = useT()
  return (
    <EmptyState
      scene={<ShopFront />}
      title={t('home.not-verified')}
      action={
        <a href={link(paths.register)} className="inline-flex min-h-12 items-center font-semibold text-accent">
          {t('home.not-verified.go')}
        </a>
      }
    />
  )
}
