import { Refused, Unreachable, uploadFile, useApiMutation, useApiQuery, useDownload } from '@quayside/client'
import {
  cancelImport,
  commitImport,
  exportFile,
  importBadRows,
  importDetail,
  importKinds,
  importRows,
  mapImport,
  startImport,
  undoImport,
  type ImportDetail,
} from '@quayside/contract/imports'
import { Button } from '@quayside/ui'
import { useState } from 'react'
import { Section } from '../../components/FactList.tsx'
import { ImportLayout } from '../../components/ImportLayout.tsx'
import { MutationProblem, Notice, QueryState } from '../../components/QueryState.tsx'
import { Detail } from '../../components/Queue.tsx'
import { useUrlState } from '../../hooks/useUrlState.ts'
import { saveFile } from '../../lib/saveFile.ts'
import { createText } from '../../lib/texts.ts'
import fulfilment from '../../locales/en/fulfilment.ts'
import { FileX } from 'lucide-react'

const text = createText(fulfilment)

/** Milliseconds between two looks at a file: while the server works on it, and while it waits for somebody. */
const pollInterval = { working: 700, waiting: 5000 }
const working = new Set<ImportDetail['state']>(['staging', 'validating', 'committing', 'undoing'])
const columns = importKinds.shipments.columns
type Column = (typeof columns)[number]['name']

/** Ships by file. The address names the file, so that the panel is the same after the page was loaded again. */
export function FilePanel() {
  const [search, setSearch] = useUrlState()
  const { file } = search
  return (
    <Detail title={text('fulfilment.file.title')}>
      {file ? (
        <OpenedFile key={file} id={file} onAnother={() => setSearch({ file: undefined })} />
      ) : (
        <ChooseFile onStarted={(id) => setSearch({ file: id }, { replace: true })} />
      )}
    </Detail>
  )
}

function ChooseFile({ onStarted }: { onStarted: (id: string) => void }) {
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<Refused | Unreachable | null>(null)
  const map = useApiMutation(mapImport)
  const template = useDownload(exportFile)
  const start = async (file: File) => {
    setProblem(null)
    setSending(true)
    const started = await uploadFile(startImport, { kind: 'shipments' }, file).catch((error: unknown) => {
      setProblem(error instanceof Refused || error instanceof Unreachable ? error : new Unreachable('no answer'))
      return null
    })
    setSending(false)
    if (!started) return
    const suggested = started.columns.map(({ column }) => column)
    // A file with the usual headers needs no question.
    if (columns.every(({ name }) => suggested.includes(name))) await map.mutate({ id: started.id, columns: suggested })
    onStarted(started.id)
  }
  return (
    <Section title={text('fulfilment.file.columns.needed')}>
      <p className="max-w-prose">{text('fulfilment.file.text')}</p>
      <div className="flex flex-wrap items-center gap-3">
        <label className="inline-flex min-h-(--control) cursor-pointer items-center rounded-field bg-primary px-4 font-semibold text-on-primary focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-(--focus)">
          {text('fulfilment.file.choose')}
          <input
            type="file"
            className="sr-only"
            accept=".csv,.xlsx,text/csv"
            disabled={sending || map.isPending}
            onChange={(event) => {
              const [file] = event.target.files ?? []
              event.target.value = ''
              if (file) void start(file)
            }}
          />
        </label>
        <Button
          variant="quiet"
          busy={template.fetching !== null}
          onClick={() =>
            void template
              .fetchFile({ kind: 'shipments', filter: { state: 'to-ship' } })
              .then((file) => (file ? saveFile(file) : undefined))
          }
        >
          {text('fulfilment.file.template')}
        </Button>
      </div>
      <MutationProblem
        refusal={problem instanceof Refused ? problem : map.refusal}
        unreachable={problem instanceof Unreachable || map.unreachable}
      />
    </Section>
  )
}

function OpenedFile({ id, onAnother }: { id: string; onAnother: () => void }) {
  const [state, setState] = useState<ImportDetail['state']>('staging')
  const query = useApiQuery(importDetail, { id }, { pollMs: pollInterval[working.has(state) ? 'working' : 'waiting'] })
  if (query.data && query.data.state !== state) setState(query.data.state)
  return (
    <QueryState query={query}>
      {(file) => (
        <>
          <Steps file={file} refetch={query.refetch} />
          {working.has(file.state) ? null : (
            <div className="px-4 py-2">
              <Button variant="quiet" onClick={onAnother}>
                {text('fulfilment.file.another')}
              </Button>
            </div>
          )}
        </>
      )}
    </QueryState>
  )
}

function Steps({ file, refetch }: { file: ImportDetail; refetch: () => void }) {
  const { state, progress, total } = file
  if (state === 'uploaded')
    return (
      <>
        <div className="px-4 pt-3">
          <ImportLayout detail={file} onRead={refetch} />
        </div>
        <Columns
          key={JSON.stringify([file.layout, file.columns.map(({ header }) => header)])}
          file={file}
          onDone={refetch}
        />
      </>
    )
  if (state === 'failed')
    return (
      <Notice
        alert
        icon={<FileX aria-hidden />}
        title={text('fulfilment.file.unreadable')}
        text={file.failure ?? undefined}
      />
    )
  if (state === 'cancelled') return <Notice icon={<FileX aria-hidden />} title={text('fulfilment.file.cancelled')} />
  if (state === 'staging' || state === 'validating')
    return (
      <Progress
        label={text('fulfilment.file.reading', { n: progress.staged })}
        value={progress.validated}
        max={Math.max(total, 1)}
      />
    )
  if (state === 'ready') return <Preview file={file} onDone={refetch} />
  const ready = file.preview?.add ?? 0
  if (state === 'committing' || state === 'undoing')
    return (
      <Progress
        label={text('fulfilment.file.shipping', { n: progress.committed, total: ready })}
        value={progress.committed + progress.failed}
        max={Math.max(ready, 1)}
      />
    )
  return <Result file={file} onDone={refetch} />
}

const Progress = ({ label, value, max }: { label: string; value: number; max: number }) => (
  <Section title={text('fulfilment.file.progress')}>
    <p aria-live="polite">{label}</p>
    <progress aria-label={label} value={value} max={max} className="w-full accent-(--accent)" />
  </Section>
)

/** The question which column is which, for a file with other headers. */
function Columns({ file, onDone }: { file: ImportDetail; onDone: () => void }) {
  const map = useApiMutation(mapImport)
  const [chosen, setChosen] = useState<Partial<Record<Column, number>>>(() =>
    Object.fromEntries(
      columns.flatMap(({ name }) => {
        const index = file.columns.findIndex(({ column }) => column === name)
        return index < 0 ? [] : [[name, index]]
      }),
    ),
  )
  const isComplete = columns.every(({ name }) => chosen[name] !== undefined)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const nameOf = new Map(columns.map(({ name }) => [chosen[name], name as string]))
        void map
          .mutate({ id: file.id, columns: file.columns.map((_, index) => nameOf.get(index) ?? null) })
          .then((done) => (done ? onDone() : undefined))
      }}
    >
      <Section title={text('fulfilment.file.columns')}>
        {columns.map(({ name }) => (
          <label key={name} className="flex flex-wrap items-center gap-3">
            <span className="w-40 font-semibold">{text(`fulfilment.file.column.${name}`)}</span>
            <select
              className="min-h-(--control) rounded-field border border-input bg-surface px-2 text-foreground"
              value={chosen[name] ?? ''}
              onChange={(event) =>
                setChosen({ ...chosen, [name]: event.target.value === '' ? undefined : Number(event.target.value) })
              }
            >
              <option value="">{text('fulfilment.file.column.none')}</option>
              {file.columns.map(({ header, samples }, index) => (
                <option key={index} value={index}>
                  {[header, ...samples.slice(0, 2)].filter(Boolean).join(' · ')}
                </option>
              ))}
            </select>
          </label>
        ))}
        <MutationProblem refusal={map.refusal} unreachable={map.unreachable} />
        <div>
          <Button type="submit" busy={map.isPending} disabled={!isComplete}>
            {text('fulfilment.file.continue')}
          </Button>
        </div>
      </Section>
    </form>
  )
}

function Preview({ file, onDone }: { file: ImportDetail; onDone: () => void }) {
  const commit = useApiMutation(commitImport)
  const cancel = useApiMutation(cancelImport)
  const [isAsked, setAsked] = useState(false)
  const { add, leave, bad } = file.preview ?? { add: 0, leave: 0, bad: 0 }
  return (
    <>
      <Section title={file.fileName || text('fulfilment.file.choose')}>
        <p className="font-semibold">{text('fulfilment.file.ready', { n: add })}</p>
        {leave > 0 ? <p className="text-muted">{text('fulfilment.file.leave', { n: leave })}</p> : null}
        {file.reading.cut > 0 ? (
          <p className="text-danger">{text('fulfilment.file.cut', { n: file.reading.cut })}</p>
        ) : null}
        <div className="flex flex-wrap gap-3">
          {add > 0 ? (
            <Button
              busy={commit.isPending}
              onClick={() =>
                isAsked
                  ? void commit.mutate({ id: file.id }).then((done) => (done ? onDone() : undefined))
                  : setAsked(true)
              }
            >
              {text(isAsked ? 'fulfilment.file.confirm' : 'fulfilment.file.ship', { n: add })}
            </Button>
          ) : null}
          <Button
            variant="quiet"
            busy={cancel.isPending}
            onClick={() => void cancel.mutate({ id: file.id }).then((done) => (done ? onDone() : undefined))}
          >
            {text('fulfilment.file.cancel')}
          </Button>
        </div>
        <MutationProblem
          refusal={commit.refusal ?? cancel.refusal}
          unreachable={commit.unreachable || cancel.unreachable}
        />
      </Section>
      {bad > 0 ? <BadRows file={file} state="bad" title={text('fulfilment.file.bad', { n: bad })} /> : null}
    </>
  )
}

function Result({ file, onDone }: { file: ImportDetail; onDone: () => void }) {
  const undo = useApiMutation(undoImport)
  const [isAsked, setAsked] = useState(false)
  const { progress, state } = file
  return (
    <>
      <Section title={file.fileName || text('fulfilment.file.choose')}>
        <p className="font-semibold">{text('fulfilment.file.done', { n: progress.committed })}</p>
        {state === 'undone' ? (
          <p>{text('fulfilment.file.undone', { undone: progress.undone, kept: progress.kept })}</p>
        ) : null}
        {file.undoUntil ? (
          <div>
            <Button
              variant="danger"
              busy={undo.isPending}
              onClick={() =>
                isAsked
                  ? void undo.mutate({ id: file.id }).then((done) => (done ? onDone() : undefined))
                  : setAsked(true)
              }
            >
              {text(isAsked ? 'fulfilment.file.undo.confirm' : 'fulfilment.file.undo')}
            </Button>
          </div>
        ) : null}
        <MutationProblem refusal={undo.refusal} unreachable={undo.unreachable} />
      </Section>
      {progress.failed > 0 ? (
        <BadRows file={file} state="failed" title={text('fulfilment.file.failed', { n: progress.failed })} />
      ) : null}
      {(file.preview?.bad ?? 0) > 0 ? (
        <BadRows file={file} state="bad" title={text('fulfilment.file.bad', { n: file.preview!.bad })} />
      ) : null}
    </>
  )
}

/** Every row that is not shipped, with its line, its cells and what is wrong with it. */
function BadRows({ file, state, title }: { file: ImportDetail; state: 'bad' | 'failed'; title: string }) {
  const query = useApiQuery(importRows, { id: file.id, state, limit: 200 })
  const download = useDownload(importBadRows)
  return (
    <Section
      title={title}
      actions={
        <Button
          variant="quiet"
          className="text-small!"
          busy={download.fetching !== null}
          onClick={() =>
            void download.fetchFile({ id: file.id }).then((saved) => (saved ? saveFile(saved) : undefined))
          }
        >
          {text('fulfilment.file.bad.download')}
        </Button>
      }
    >
      <QueryState query={query} rows={3}>
        {({ list }) => (
          <div className="overflow-x-auto">
            <table className="w-full border-collapse text-small">
              <thead>
                <tr className="text-muted">
                  <th scope="col" className="w-14 py-1 text-start font-semibold">
                    {text('fulfilment.file.line')}
                  </th>
                  <th scope="col" className="py-1 text-start font-semibold">
                    {text('fulfilment.file.row')}
                  </th>
                  <th scope="col" className="py-1 text-start font-semibold">
                    {text('fulfilment.file.problem')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {list.map(({ line, cells, problems }) => (
                  <tr key={line} className="border-b border-border align-top">
                    <td className="py-1 tabular-nums">{line}</td>
                    <td className="py-1 pe-3">
                      <bdi dir="ltr" className="break-all">
                        {cells.join(' · ')}
                      </bdi>
                    </td>
                    <td className="py-1">
                      {problems.map(({ column, sentence }) => (
                        <p key={`${column} ${sentence}`}>
                          {column ? <strong dir="auto">{column}: </strong> : null}
                          {sentence}
                        </p>
                      ))}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </QueryState>
    </Section>
  )
}
