import { uploadFile, useDownload } from '@quayside/client'
import { exportColumns, exportFile, startImport, type ImportKindName } from '@quayside/contract/imports'
import { Button, SelectField } from '@quayside/ui'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { FileField } from '../../components/FileField.tsx'
import { MutationProblem } from '../../components/QueryState.tsx'
import { Detail } from '../../components/Queue.tsx'
import { useFileUpload } from '../../hooks/useFileUpload.ts'
import { saveFile } from '../../lib/saveFile.ts'
import { text } from './texts.ts'

/** A new import: its kind and its file; or the present data as such a file. `onStarted` gets the id. */
export function NewImport({ kinds, onStarted }: { kinds: readonly ImportKindName[]; onStarted: (id: string) => void }) {
  const [kind, setKind] = useState<ImportKindName>(kinds[0] ?? 'products')
  const [file, setFile] = useState<File | null>(null)
  const sending = useFileUpload((chosen: File, onProgress: (part: number) => void) =>
    uploadFile(startImport, { kind }, chosen, onProgress),
  )
  const exported = useDownload(exportFile)
  const columns = exportColumns(kind).join(', ')
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
        <FileField
          label={text('imports.new.file')}
          accept=".csv,.tsv,.txt,.xlsx,text/csv"
          chosen={file && file.name}
          onChoose={setFile}
        />
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
