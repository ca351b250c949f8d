import { useApiQuery } from '@quayside/client'
import { importRows, type ImportDetail } from '@quayside/contract/imports'
import { Button } from '@quayside/ui'
import { useState } from 'react'
import { Section } from '../../components/FactList.tsx'
import { QueryState } from '../../components/QueryState.tsx'
import { t } from '../../lib/texts.ts'
import { text } from './texts.ts'

const rowStates = ['bad', 'failed', 'add', 'change', 'leave'] as const

/** The rows of an import in one state, with what is wrong or would change. */
export function ImportRows({ detail }: { detail: ImportDetail }) {
  const [chosen, setChosen] = useState<(typeof rowStates)[number]>(
    detail.progress.failed > 0 ? 'failed' : detail.bad > 0 ? 'bad' : detail.preview!.change > 0 ? 'change' : 'add',
  )
  const [after, setAfter] = useState(0)
  // A committed row has another state than in the preview.
  const isCommitted = detail.progress.committed > 0
  const state = isCommitted && chosen === 'add' ? 'added' : isCommitted && chosen === 'change' ? 'changed' : chosen
  const query = useApiQuery(importRows, { id: detail.id, state, after, limit: 50 })
  return (
    <Section
      title={text('imports.rows.title')}
      actions={
        <select
          aria-label={text('imports.rows.filter')}
          className="min-h-(--row) rounded-field border border-input bg-surface px-2 text-small"
          value={chosen}
          onChange={(event) => {
            setChosen(event.target.value as typeof chosen)
            setAfter(0)
          }}
        >
          {rowStates.map((one) => (
            <option key={one} value={one}>
              {text(`imports.rows.${one}`)}
            </option>
          ))}
        </select>
      }
    >
      <QueryState query={query} rows={4}>
        {({ list, after: next }) => (
          <>
            {list.length === 0 ? <p className="text-muted">{text('imports.rows.none')}</p> : null}
            <ul className="flex flex-col text-small">
              {list.map(({ line, cells, problems, changes }) => (
                <li key={line} className="flex flex-wrap gap-x-3 border-b border-border py-1">
                  <span className="w-20 flex-none text-muted tabular-nums">{text('imports.rows.line', { line })}</span>
                  <span className="min-w-0 flex-1">
                    <bdi className="block truncate text-muted">{cells.filter(Boolean).slice(0, 5).join(' · ')}</bdi>
                    {problems.map(({ column, sentence }) => (
                      <span key={`${column} ${sentence}`} dir="auto" className="block text-danger">
                        {column ? text('imports.rows.problem', { column, sentence }) : sentence}
                      </span>
                    ))}
                    {changes.map(({ column, before, after: value }) => (
                      <span key={column} className="me-3 inline-block">
                        {text('imports.rows.value', {
                          column,
                          before: before || t('common.none'),
                          after: value || t('common.none'),
                        })}
                      </span>
                    ))}
                  </span>
                </li>
              ))}
            </ul>
            {next === null ? null : (
              <Button variant="quiet" className="self-start" onClick={() => setAfter(next)}>
                {text('imports.rows.more')}
              </Button>
            )}
          </>
        )}
      </QueryState>
    </Section>
  )
}
