import { useDownload } from '@quayside/client'
import type { Endpoint, RequestBody } from '@quayside/contract'
import { IconButton, toast } from '@quayside/ui'
import { Download } from 'lucide-react'
import { useEffect } from 'react'
import { useActions } from '../hooks/useActions.ts'
import { saveFile } from '../lib/saveFile.ts'
import { t } from '../lib/texts.ts'

/** Saves a list as it is filtered: a button in its header, and an entry of the palette. */
export function ExportButton<E extends Endpoint>({ endpoint, filter }: { endpoint: E; filter: RequestBody<E> }) {
  const { fetchFile, fetching, refusal, unreachable } = useDownload(endpoint)
  const problem = refusal?.message ?? (unreachable ? t('export.failed') : null)
  useEffect(() => {
    if (problem) toast(problem)
  }, [problem])
  const run = () => void fetchFile(filter).then(saveFile)
  const disabled = fetching === null ? undefined : t('export.running')
  useActions([{ id: 'export', label: t('export.label'), disabled, run }])
  return (
    <IconButton
      label={t('export.label')}
      title={disabled ?? t('export.label')}
      aria-busy={fetching !== null}
      disabled={fetching !== null}
      icon={<Download aria-hidden className="size-4" />}
      className="size-(--control)! disabled:opacity-40"
      onClick={run}
    />
  )
}
