import { importKindNames, importKinds, listImports } from '@quayside/contract/imports'
import { useOperator } from '../../app/operator.ts'
import { defineDesk } from '../../components/defineDesk.tsx'
import { TimeAgo } from '../../components/TimeLeft.tsx'
import imports from '../../locales/en/imports.ts'
import { ImportPage } from './ImportPage.tsx'
import { ImportStateChip } from './ImportStateChip.tsx'
import { NewImport } from './NewImport.tsx'
import { text } from './texts.ts'

/** Files that are or were imported: columns, preview, commit with progress, undo. */
export default defineDesk({
  name: 'imports',
  texts: imports,
  list: listImports,
  filters: { kind: {} },
  row: (row) => ({
    title: text(`imports.kind.${row.kind}`),
    amount: <ImportStateChip state={row.state} />,
    whose: row.fileName,
    time: <TimeAgo at={row.createdAt} />,
  }),
  renderItem: (id, _row, refetchList) => <ImportPage key={id} id={id} onMove={refetchList} />,
  Form: ({ onMade }) => <NewImport kinds={useKinds()} onStarted={onMade} />,
  makers: [...new Set(importKindNames.flatMap((kind) => importKinds[kind].roles))],
})

/** The kinds that the person may import. */
function useKinds() {
  const { roles } = useOperator()
  return importKindNames.filter((kind) => importKinds[kind].roles.some((role) => roles.includes(role)))
}
