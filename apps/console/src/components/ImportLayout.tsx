import { useApiMutation } from '@quayside/client'
import { textEncodings, type TextEncoding } from '@quayside/contract'
import { layOutImport, type ImportDetail } from '@quayside/contract/imports'
import { Button } from '@quayside/ui'
import { useId, useState, type ReactNode } from 'react'
import { createText } from '../lib/texts.ts'
import imports from '../locales/en/imports.ts'
import { MutationProblem } from './QueryState.tsx'

const text = createText(imports)
const control = 'min-h-(--control) w-full rounded-field border border-input bg-surface px-2'

/** How an uploaded file is read: its encoding, or its worksheet, and the row of its header. `onRead` shows it anew. */
export function ImportLayout({ detail, onRead }: { detail: ImportDetail; onRead: (read: ImportDetail) => void }) {
  const { id, format, layout } = detail
  const [headerLine, setHeaderLine] = useState(String(layout.headerLine))
  const read = useApiMutation(layOutImport)
  const submit = async (chosen: { encoding?: TextEncoding; sheet?: number; headerLine?: number }) => {
    const done = await read.mutate({
      id,
      ...(layout.encoding !== null && { encoding: layout.encoding }),
      ...(format === 'xlsx' && { sheet: layout.sheet }),
      ...chosen,
    })
    if (!done) return
    setHeaderLine(String(done.layout.headerLine))
    onRead(done)
  }
  return (
    <form
      aria-label={text('imports.layout')}
      className="flex flex-col gap-2 pb-3"
      onSubmit={(event) => {
        event.preventDefault()
        void submit({ headerLine: Number(headerLine) })
      }}
    >
      <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_8rem_auto] sm:max-w-xl">
        {format === 'csv' ? (
          <Labelled label={text('imports.layout.encoding')}>
            {(field) => (
              <select
                {...field}
                className={control}
                value={layout.encoding ?? ''}
                onChange={(event) => void submit({ encoding: event.target.value as TextEncoding })}
              >
                {layout.encoding === null ? <option value="">{text('imports.layout.encoding.choose')}</option> : null}
                {textEncodings.map((one) => (
                  <option key={one} value={one}>
                    {one}
                  </option>
                ))}
              </select>
            )}
          </Labelled>
        ) : (
          <Labelled label={text('imports.layout.sheet')}>
            {(field) => (
              <select
                {...field}
                className={control}
                value={layout.sheet}
                onChange={(event) => void submit({ sheet: Number(event.target.value) })}
              >
                {layout.sheets.map(({ name, hidden }, index) => (
                  <option key={`${index} ${name}`} value={index}>
                    {hidden ? text('imports.layout.hidden', { name }) : name}
                  </option>
                ))}
              </select>
            )}
          </Labelled>
        )}
        <Labelled label={text('imports.layout.header')}>
          {(field) => (
            <input
              {...field}
              type="number"
              min={1}
              max={50_000}
              required
              className={control}
              value={headerLine}
              onChange={(event) => setHeaderLine(event.target.value)}
            />
          )}
        </Labelled>
        <Button type="submit" variant="secondary" className="self-end" busy={read.isPending}>
          {text('imports.layout.read')}
        </Button>
      </div>
      {format === 'csv' && layout.encoding === null ? (
        <p role="status" className="text-danger">
          {text('imports.layout.encoding.unknown')}
        </p>
      ) : null}
      <MutationProblem refusal={read.refusal} unreachable={read.unreachable} />
    </form>
  )
}

function Labelled({ label, children }: { label: string; children: (field: { id: string }) => ReactNode }) {
  const id = useId()
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-small font-semibold">
        {label}
      </label>
      {children({ id })}
    </div>
  )
}
