import { IconLink } from '@quayside/ui'
import { Search } from 'lucide-react'
import { useT } from '../lib/i18n.tsx'
import { link, paths } from '../paths.ts'

/** Links to the search over everything, from the header of a tab. */
export function SearchLink() {
  const t = useT()
  return <IconLink href={link(paths.search)} label={t('search.title')} icon={<Search aria-hidden />} />
}
