import { useApiMutation } from '@quayside/client'
import { importKinds, mapImport, type ImportDetail } from '@quayside/contract/imports'
import { Button } from '@quayside/ui'
import { useState } from 'react'
import { Section } from '../../components/FactList.tsx'
import { ImportLayout } from '../../components/ImportLayout.tsx'
import { MutationProblem } from '../../components/QueryState.tsx'
import { t } from '../../lib/texts.ts'
import { text } from './texts.ts'

/** How the file is read, and which column of it is which field, with values of its first rows. */
export function ImportMapping({ detail: uploaded, mayChange }: { detail: ImportDetail; mayChange: boolean }) {
  const [read, setRead] = useState<{ detail: ImportDetail; times: number }>({ detail: uploaded, times: 0 })
  return (
    <Section title={text('imports.mapping')}>
      {mayChange ? (
        <ImportLayout
          detail={read.detail}
          onRead={(detail) => setRead(({ times }) => ({ detail, times: times + 1 }))}
        />
      ) : null}
      <ColumnTable key={read.times} detail={read.detail} mayChange={mayChange} />
    </Section>
  )
}

function ColumnTable({ detail, mayChange }: { detail: ImportDetail; mayChange: boolean }) {
  const [columns, setColumns] = useState(detail.columns.map(({ column }) => column))
  const map = useApiMutation(mapImport)
  const known = importKinds[detail.kind].columns
  return (
    <form
      aria-label={text('imports.mapping')}
      className="flex flex-col gap-3"
      onSubmit={async (event) => {
        event.preventDefault()
        await map.mutate({ id: detail.id, columns })
      }}
    >
      <table className="w-full text-small">
        <thead>
          <tr className="text-start text-muted">
            {(['header', 'samples', 'column'] as const).map((name) => (
              <th key={name} scope="col" className="py-1 pe-3 text-start font-semibold">
                {text(`imports.mapping.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {detail.columns.map(({ header, samples }, index) => (
            <tr key={`${index} ${header}`} className="border-t border-border">
              <th scope="row" className="max-w-40 truncate py-1 pe-3 text-start font-semibold">
                <bdi>{header}</bdi>
              </th>
              <td className="max-w-64 truncate py-1 pe-3 text-muted">
                <bdi>{samples.filter(Boolean).slice(0, 3).join(' · ') || t('common.none')}</bdi>
              </td>
              <td className="w-48 py-1">
                <select
                  aria-label={`${text('imports.mapping.column')}: ${header}`}
                  disabled={!mayChange}
                  className="min-h-(--control) w-full rounded-field border border-input bg-surface px-2"
                  value={columns[index] ?? ''}
                  onChange={(event) => setColumns(columns.with(index, event.target.value || null))}
                >
                  <option value="">{text('imports.mapping.none')}</option>
                  {known.map(({ name }) => (
                    <option key={name} value={name}>
                      {name}
                    </option>
                  ))}
                </select>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <MutationProblem refusal={map.refusal} unreachable={map.unreachable} />
      {mayChange ? (
        <Button type="submit" className="self-start" busy={map.isPending}>
          {text('imports.mapping.start')}
        </Button>
      ) : null}
    </form>
  )
}
