import { uploadFile, useApiInfiniteQuery, useApiMutation, useApiQuery, useDownload } from '@quayside/client'
import {
  cancelImport,
  commitImport,
  exportFile,
  importBadRows,
  importDetail,
  importFile,
  importKindNames,
  importKinds,
  importRows,
  listImports,
  mapImport,
  retryImport,
  startImport,
  undoImport,
  type ImportDetail,
  type ImportKindName,
  type ImportState,
} from '@quayside/contract/imports'
import { Button, SelectField } from '@quayside/ui'
import { Ban, CircleCheck, CircleX, Download, Hourglass, ListChecks, Plus, Undo2, type LucideIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useOperator } from '../../app/operator.ts'
import { DecisionBar } from '../../components/DecisionBar.tsx'
import { FactList, Section } from '../../components/FactList.tsx'
import { Filters } from '../../components/Filters.tsx'
import { MutationProblem, QueryState } from '../../components/QueryState.tsx'
import { Detail, Queue } from '../../components/Queue.tsx'
import { StateChip } from '../../components/StateChip.tsx'
import { TimeAgo } from '../../components/TimeLeft.tsx'
import { useFileUpload } from '../../hooks/useFileUpload.ts'
import { useUrlState } from '../../hooks/useUrlState.ts'
import { formatDateTime, formatNumber } from '../../lib/format.ts'
import { saveFile } from '../../lib/saveFile.ts'
import { createText, t } from '../../lib/texts.ts'
import imports from '../../locales/en/imports.ts'

const text = createText(imports)

/** Milliseconds between two looks at an import that works. */
const workingPoll = 700
const working: readonly ImportState[] = ['staging', 'validating', 'committing', 'undoing']

const looks: Record<ImportState, { tone: 'neutral' | 'info' | 'success' | 'warning' | 'danger'; icon: LucideIcon }> = {
  uploaded: { tone: 'warning', icon: ListChecks },
  staging: { tone: 'info', icon: Hourglass },
  validating: { tone: 'info', icon: Hourglass },
  ready: { tone: 'warning', icon: ListChecks },
  committing: { tone: 'info', icon: Hourglass },
  done: { tone: 'success', icon: CircleCheck },
  cancelled: { tone: 'neutral', icon: Ban },
  failed: { tone: 'danger', icon: CircleX },
  undoing: { tone: 'info', icon: Hourglass },
  undone: { tone: 'neutral', icon: Undo2 },
}
const ImportStateChip = ({ state }: { state: ImportState }) => (
  <StateChip {...looks[state]} label={text(`imports.state.${state}`)} />
)

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

function NewImport({ kinds, onStarted }: { kinds: readonly ImportKindName[]; onStarted: (id: string) => void }) {
  const [kind, setKind] = useState<ImportKindName>(kinds[0] ?? 'products')
  const [file, setFile] = useState<File | null>(null)
  const sending = useFileUpload((chosen: File, onProgress: (part: number) => void) =>
    uploadFile(startImport, { kind }, chosen, onProgress),
  )
  const exported = useDownload(exportFile)
  const columns = importKinds[kind].columns.map(({ name }) => name).join(', ')
  return (
    <Detail title={text('imports.new')}>
      <form
        aria-label={text('imports.new')}
        className="flex max-w-xl flex-col gap-3 px-4 py-3"
        onSubmit={async (event) => {
          event.preventDefault()
          const started = file && (await sending.send(file))
          if (started) onStarted(started.id)
        }}
      >
        <p className="text-muted sm:hidden">{text('imports.phone')}</p>
        <SelectField
          label={text('imports.new.kind')}
          hint={text('imports.new.columns', { columns: `\u2066${columns}\u2069` })}
          value={kind}
          onChange={(event) => setKind(event.target.value as ImportKindName)}
        >
          {kinds.map((one) => (
            <option key={one} value={one}>
              {text(`imports.kind.${one}`)}
            </option>
          ))}
        </SelectField>
        <label className="flex flex-col gap-1">
          <span className="text-small font-semibold">{text('imports.new.file')}</span>
          <input
            type="file"
            accept=".csv,.tsv,.txt,.xlsx,text/csv"
            className="min-h-(--control) rounded-field border border-input bg-surface p-2"
            onChange={(event) => setFile(event.target.files?.[0] ?? null)}
          />
        </label>
        <MutationProblem
          refusal={sending.refusal ?? exported.refusal}
          unreachable={sending.unreachable || exported.unreachable}
        />
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" disabled={!file} busy={sending.isPending}>
            {text('imports.new.start')}
          </Button>
          <Button
            variant="secondary"
            icon={<Download aria-hidden className="size-4" />}
            busy={exported.fetching !== null}
            onClick={async () => {
              const found = await exported.fetchFile({ kind })
              if (found) saveFile(found)
            }}
          >
            {`${text('imports.export')}: ${text(`imports.kind.${kind}`)}`}
          </Button>
          {sending.progress === null ? null : (
            <span role="status" className="text-small text-muted">
              {text('imports.uploading', { percent: Math.round(sending.progress * 100) })}
            </span>
          )}
        </div>
      </form>
    </Detail>
  )
}

function ImportPage({ id, onMove }: { id: string; onMove: () => void }) {
  const [isWorking, setWorking] = useState(true)
  const query = useApiQuery(importDetail, { id }, isWorking ? { pollMs: workingPoll } : {})
  const found = query.data?.id === id ? query.data : undefined
  const shouldWork = found === undefined || working.includes(found.state)
  if (shouldWork !== isWorking) setWorking(shouldWork)
  // The list shows the state, too.
  const latest = useRef(onMove)
  useEffect(() => {
    latest.current = onMove
  })
  const state = found?.state
  useEffect(() => {
    if (state) latest.current()
  }, [state])
  return (
    <QueryState query={{ ...query, data: found }} rows={8}>
      {(detail) => <ImportContent key={detail.id} detail={detail} />}
    </QueryState>
  )
}

function ImportContent({ detail }: { detail: ImportDetail }) {
  const { roles } = useOperator()
  const mayChange = importKinds[detail.kind].roles.some((role) => roles.includes(role))
  const commit = useApiMutation(commitImport)
  const cancel = useApiMutation(cancelImport)
  const retry = useApiMutation(retryImport)
  const undo = useApiMutation(undoImport)
  const download = useDownload(importFile)
  const downloadBad = useDownload(importBadRows)
  const mutations = [commit, cancel, retry, undo]
  const { id, state, preview, progress } = detail
  const save = async (fetched: Promise<Parameters<typeof saveFile>[0] | null>) => {
    const file = await fetched
    if (file) saveFile(file)
  }
  const unless = (allowed: readonly ImportState[]) =>
    mayChange
      ? allowed.includes(state)
        ? undefined
        : text('imports.not-now', { state: text(`imports.state.${state}`) })
      : text('imports.no-right')
  return (
    <Detail
      title={<bdi>{detail.fileName}</bdi>}
      state={<ImportStateChip state={state} />}
      bar={
        <DecisionBar
          refusal={mutations.find((one) => one.refusal)?.refusal ?? null}
          unreachable={mutations.some((one) => one.unreachable)}
          decisions={[
            {
              id: 'commit',
              label: text('imports.commit'),
              keys: 'c',
              variant: 'primary',
              disabled:
                unless(['ready']) ??
                (preview && preview.add + preview.change === 0 ? text('imports.commit.none') : undefined),
              consequence: text('imports.commit.consequence', {
                adds: preview?.add ?? 0,
                changes: preview?.change ?? 0,
              }),
              run: async () => (await commit.mutate({ id })) !== null,
            },
            {
              id: 'retry',
              label: text('imports.retry'),
              keys: 'r',
              disabled:
                unless(['ready', 'done', 'cancelled', 'failed']) ??
                (detail.bad === 0 && state !== 'cancelled' && state !== 'failed'
                  ? text('imports.retry.none')
                  : undefined),
              run: async () => (await retry.mutate({ id })) !== null,
            },
            {
              id: 'undo',
              label: text('imports.undo'),
              keys: 'u',
              variant: 'danger',
              disabled:
                unless(['done', 'cancelled']) ?? (detail.undoUntil === null ? text('imports.undo.over') : undefined),
              consequence: text('imports.undo.consequence'),
              run: async () => (await undo.mutate({ id })) !== null,
            },
            {
              id: 'cancel',
              label: text('imports.cancel'),
              keys: 'x',
              disabled: unless(['uploaded', 'staging', 'validating', 'ready', 'committing']),
              consequence: text('imports.cancel.consequence'),
              run: async () => (await cancel.mutate({ id })) !== null,
            },
          ]}
        />
      }
    >
      {detail.failure ? (
        <p role="alert" dir="auto" className="px-4 pb-2 text-danger">
          {detail.failure}
        </p>
      ) : null}
      {working.includes(state) ? <Progress detail={detail} /> : null}
      {state === 'uploaded' ? <Mapping detail={detail} mayChange={mayChange} /> : null}
      {preview && state === 'ready' ? (
        <Section title={text('imports.preview')}>
          <FactList
            items={[
              { label: text('imports.preview.add'), value: formatNumber(preview.add) },
              { label: text('imports.preview.change'), value: formatNumber(preview.change) },
              { label: text('imports.preview.leave'), value: formatNumber(preview.leave) },
              {
                label: text('imports.preview.bad'),
                value: (
                  <span className={preview.bad > 0 ? 'font-semibold text-danger' : undefined}>
                    {formatNumber(preview.bad)}
                  </span>
                ),
              },
            ]}
          />
          {detail.effect && detail.effect.listings > 0 ? (
            <p>{text('imports.effect.text', { ...detail.effect })}</p>
          ) : null}
        </Section>
      ) : null}
      {progress.committed + progress.failed > 0 ? (
        <Section title={text('imports.result')}>
          <FactList
            items={[
              { label: text('imports.result.committed'), value: formatNumber(progress.committed) },
              { label: text('imports.result.failed'), value: formatNumber(progress.failed) },
              progress.undone + progress.kept > 0 && {
                label: text('imports.result.undone'),
                value: formatNumber(progress.undone),
              },
              progress.kept > 0 && { label: text('imports.result.kept'), value: formatNumber(progress.kept) },
            ]}
          />
          {detail.undoUntil ? (
            <p className="text-muted">{text('imports.undo.until', { time: formatDateTime(detail.undoUntil) })}</p>
          ) : null}
        </Section>
      ) : null}
      {preview && !working.includes(state) ? <Rows detail={detail} /> : null}
      <Section title={text('imports.facts')}>
        <FactList
          items={[
            { label: text('imports.rows'), value: formatNumber(detail.total) },
            { label: text('imports.by'), value: <bdi>{detail.operator}</bdi> },
            { label: text('imports.at'), value: formatDateTime(detail.createdAt) },
            detail.committedAt !== null && {
              label: text('imports.committed-at'),
              value: formatDateTime(detail.committedAt),
            },
          ]}
        />
        <div className="flex flex-wrap gap-2">
          <Button
            variant="secondary"
            icon={<Download aria-hidden className="size-4" />}
            busy={download.fetching !== null}
            onClick={() => void save(download.fetchFile({ id }))}
          >
            {text('imports.download.file')}
          </Button>
          {detail.bad > 0 ? (
            <Button
              variant="secondary"
              icon={<Download aria-hidden className="size-4" />}
              busy={downloadBad.fetching !== null}
              onClick={() => void save(downloadBad.fetchFile({ id }))}
            >
              {text('imports.download.bad')}
            </Button>
          ) : null}
        </div>
        <MutationProblem
          refusal={download.refusal ?? downloadBad.refusal}
          unreachable={download.unreachable || downloadBad.unreachable}
        />
      </Section>
    </Detail>
  )
}

function Progress({ detail: { state, progress, preview, total } }: { detail: ImportDetail }) {
  const [done, all] =
    state === 'staging'
      ? [progress.staged, 0]
      : state === 'validating'
        ? [progress.validated, total]
        : state === 'committing'
          ? [progress.committed + progress.failed, (preview?.add ?? 0) + (preview?.change ?? 0)]
          : [progress.undone + progress.kept, progress.committed]
  return (
    <Section title={text('imports.progress')}>
      <progress
        aria-label={text('imports.progress')}
        className="h-2 w-full max-w-md accent-(--accent)"
        {...(all > 0 ? { value: Math.min(done, all), max: all } : {})}
      />
      <p role="status" className="text-small text-muted tabular-nums">
        {text(`imports.progress.${state}` as 'imports.progress.staging', { n: done, total: Math.max(all, done) })}
      </p>
    </Section>
  )
}

function Mapping({ detail, mayChange }: { detail: ImportDetail; mayChange: boolean }) {
  const [columns, setColumns] = useState(detail.columns.map(({ column }) => column))
  const map = useApiMutation(mapImport)
  const known = importKinds[detail.kind].columns
  return (
    <Section title={text('imports.mapping')}>
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
    </Section>
  )
}

const rowStates = ['bad', 'failed', 'add', 'change', 'leave'] as const

function Rows({ detail }: { detail: ImportDetail }) {
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
