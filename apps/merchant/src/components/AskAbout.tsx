import type { SubjectKind } from '@quayside/contract'
import { ListRow, Rows } from '@quayside/ui'
import { Headset } from 'lucide-react'
import { link, paths } from '../paths.ts'
import { useT } from '../lib/i18n.tsx'

/** Links to customer service with an object of the shop attached to the message. */
export function AskAbout({ kind, id }: { kind: SubjectKind; id: string }) {
  const t = useT()
  return (
    <Rows>
      <ListRow href={link(paths.service, { about: `${kind}:${id}` })} icon={<Headset />} title={t('service.ask')} />
    </Rows>
  )
}
