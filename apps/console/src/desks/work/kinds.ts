import type { WorkItem, WorkKind } from '@quayside/contract'
import { createText } from '../../lib/texts.ts'
import approvals from '../../locales/en/approvals.ts'
import work from '../../locales/en/work.ts'
import { places, toSign } from './places.ts'

const text = createText(work)
const actText = createText(approvals)

/** The name of a kind. */
export const kindName = (kind: WorkKind): string => text(`work.kind.${kind}`)

/** What a person recognises an item by. */
export const titleOf = ({ kind, title, shop }: WorkItem): string =>
  places[kind] === toSign
    ? actText(`kind.${title}` as keyof typeof approvals)
    : kind === 'alert'
      ? text(`work.alert.${title}` as keyof typeof work)
      : title || shop?.name || shop?.code || kindName(kind)
