import { useDownload } from '@quayside/client'
import { exportPostings } from '@quayside/contract/books'
import { Button, TextField } from '@quayside/ui'
import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { MutationProblem } from '../../components/QueryState.tsx'
import { saveFile } from '../../lib/saveFile.ts'
import { Part, text, today } from './parts.tsx'

/** Every posting of a period as a file. */
export function ExportView() {
  const file = useDownload(exportPostings)
  const [from, setFrom] = useState(`${today().slice(0, 7)}-01`)
  const [to, setTo] = useState(today())
  return (
    <Part title={text('books.view.export')}>
      <form
        className="flex max-w-md flex-col gap-3 p-4"
        onSubmit={(event) => {
          event.preventDefault()
          void file.fetchFile({ from, to }).then(saveFile)
        }}
      >
        <p className="text-muted">{text('books.export.text')}</p>
        <TextField
          label={text('books.from')}
          type="date"
          value={from}
          onChange={(event) => setFrom(event.target.value)}
        />
        <TextField label={text('books.to')} type="date" value={to} onChange={(event) => setTo(event.target.value)} />
        <div>
          <Button type="submit" busy={file.fetching !== null}>
            <FileDown aria-hidden className="size-4" />
            {text('books.export.get')}
          </Button>
        </div>
        <MutationProblem refusal={file.refusal} unreachable={file.unreachable} />
      </form>
    </Part>
  )
}
