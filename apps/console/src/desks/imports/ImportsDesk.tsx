import { useApiInfiniteQuery } from '@quayside/client'
import { importKindNames, importKinds, listImports } from '@quayside/contract/imports'
import { Button } from '@quayside/ui'
import { Plus } from 'lucide-react'
import { useOperator } from '../../app/operator.ts'
import { Filters } from '../../components/Filters.tsx'
import { Queue } from '../../components/Queue.tsx'
import { TimeAgo } from '../../components/TimeLeft.tsx'
import { useUrlState } from '../../hooks/useUrlState.ts'
import { ImportPage } from './ImportPage.tsx'
import { ImportStateChip } from './ImportStateChip.tsx'
import { NewImport } from './NewImport.tsx'
import { text } from './texts.ts'

/** Files that are or were imported: columns, preview, commit with progress, undo. */
export default function ImportsDesk() {
  const [search, setSearch] = useUrlState()
  const { roles } = useOperator()
  const kinds = importKindNames.filter((kind) => importKinds[kind].roles.some((role) => roles.includes(role)))
  const kind = importKindNames.find((one) => one === search['kind'])
  const list = useApiInfiniteQuery(listImports, { limit: 30, ...(kind && { kind }) })
  return (
    <Queue
      title={text('imports.title')}
      list={list}
      actions={
        kinds.length > 0 ? (
          <Button
            variant="secondary"
            icon={<Plus aria-hidden className="size-4" />}
            onClick={() => setSearch({ row: 'new' })}
          >
            {text('imports.new')}
          </Button>
        ) : null
      }
      filters={
        <Filters
          filters={[
            {
              kind: 'choice',
              name: 'kind',
              label: text('imports.filter.kind'),
              options: importKindNames.map((one) => ({ value: one, label: text(`imports.kind.${one}`) })),
            },
          ]}
        />
      }
      renderRow={(row) => (
        <>
          <span className="font-semibold">{text(`imports.kind.${row.kind}`)}</span>
          <bdi className="min-w-0 flex-1 truncate text-muted">{row.fileName}</bdi>
          <TimeAgo at={row.createdAt} className="max-sm:hidden" />
          <ImportStateChip state={row.state} />
        </>
      )}
      renderDetail={(id) =>
        id === 'new' ? (
          <NewImport key="new" kinds={kinds} onStarted={(started) => setSearch({ row: started }, { replace: true })} />
        ) : (
          <ImportPage key={id} id={id} onMove={list.refetch} />
        )
      }
      empty={{ title: text('imports.empty'), text: text('imports.empty.text') }}
    />
  )
}
