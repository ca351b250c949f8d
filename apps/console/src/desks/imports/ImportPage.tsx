import { useApiMutation, useApiQuery, useDownload } from '@quayside/client'
import {
  cancelImport,
  commitImport,
  importBadRows,
  importDetail,
  importFile,
  importKinds,
  retryImport,
  undoImport,
  type ImportDetail,
  type ImportState,
} from '@quayside/contract/imports'
import { Button } from '@quayside/ui'
import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useOperator } from '../../app/operator.ts'
import { DecisionBar } from '../../components/DecisionBar.tsx'
import { fact, FactList, Section } from '../../components/FactList.tsx'
import { MutationProblem, QueryState } from '../../components/QueryState.tsx'
import { Detail } from '../../components/Queue.tsx'
import { formatDateTime, formatNumber } from '../../lib/format.ts'
import { saveFile } from '../../lib/saveFile.ts'
import { hasText } from '../../lib/texts.ts'
import imports from '../../locales/en/imports.ts'
import { ImportMapping } from './ImportMapping.tsx'
import { ImportRows } from './ImportRows.tsx'
import { ImportStateChip } from './ImportStateChip.tsx'
import { text } from './texts.ts'

/** Milliseconds between two looks at an import that works. */
const workingPoll = 700
const working: readonly ImportState[] = ['staging', 'validating', 'committing', 'undoing']

/** One import: columns, preview, progress, result, rows. `onMove` is called when its state has changed. */
export function ImportPage({ id, onMove }: { id: string; onMove: () => void }) {
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
          sends={mutations}
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
      {state === 'uploaded' ? <ImportMapping detail={detail} mayChange={mayChange} /> : null}
      {preview && state === 'ready' ? (
        <Section title={text('imports.preview')}>
          <FactList
            items={[
              fact(text('imports.preview.add'), formatNumber(preview.add)),
              fact(text('imports.preview.change'), formatNumber(preview.change)),
              fact(text('imports.preview.leave'), formatNumber(preview.leave)),
              fact(
                text('imports.preview.bad'),
                <span className={preview.bad > 0 ? 'font-semibold text-danger' : undefined}>
                  {formatNumber(preview.bad)}
                </span>,
              ),
            ]}
          />
          {(['html', 'leftOut', 'cut'] as const)
            .filter((one) => detail.reading[one] > 0)
            .map((one) => (
              <p key={one} className={one === 'cut' ? 'text-danger' : undefined}>
                {text(`imports.reading.${one}`, { n: detail.reading[one] })}
              </p>
            ))}
          {detail.effect && detail.effect.listings > 0 ? (
            <p>{text('imports.effect.text', { ...detail.effect })}</p>
          ) : null}
        </Section>
      ) : null}
      {progress.committed + progress.failed > 0 ? (
        <Section title={text('imports.result')}>
          <FactList
            items={[
              fact(text('imports.result.committed'), formatNumber(progress.committed)),
              fact(text('imports.result.failed'), formatNumber(progress.failed)),
              progress.undone + progress.kept > 0 && fact(text('imports.result.undone'), formatNumber(progress.undone)),
              progress.kept > 0 && fact(text('imports.result.kept'), formatNumber(progress.kept)),
            ]}
          />
          {detail.undoUntil ? (
            <p className="text-muted">{text('imports.undo.until', { time: formatDateTime(detail.undoUntil) })}</p>
          ) : null}
        </Section>
      ) : null}
      {preview && !working.includes(state) ? <ImportRows detail={detail} /> : null}
      <Section title={text('imports.facts')}>
        <FactList
          items={[
            fact(text('imports.rows'), formatNumber(detail.total)),
            fact(text('imports.by'), <bdi>{detail.operator}</bdi>),
            fact(text('imports.at'), formatDateTime(detail.createdAt)),
            detail.committedAt !== null && fact(text('imports.committed-at'), formatDateTime(detail.committedAt)),
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
  const key = `imports.progress.${state}`
  return (
    <Section title={text('imports.progress')}>
      <progress
        aria-label={text('imports.progress')}
        className="h-2 w-full max-w-md accent-(--accent)"
        {...(all > 0 ? { value: Math.min(done, all), max: all } : {})}
      />
      <p role="status" className="text-small text-muted tabular-nums">
        {hasText(imports, key) ? text(key, { n: done, total: Math.max(all, done) }) : null}
      </p>
    </Section>
  )
}
