import { useApiMutation } from '@quayside/client'
import { documentFields, viewDocument, type DocumentField } from '@quayside/contract/shop-admin'
import { Button, IconButton, TextField } from '@quayside/ui'
import { clsx } from 'clsx'
import { RotateCw, ZoomIn } from 'lucide-react'
import { useRef, useState } from 'react'
import { Section } from '../../components/FactList.tsx'
import { Kbd } from '../../components/Kbd.tsx'
import { MutationProblem } from '../../components/QueryState.tsx'
import { useActions } from '../../hooks/useActions.ts'
import { formatDateTime, useNow } from '../../lib/format.ts'
import { createText } from '../../lib/texts.ts'
import registrations from '../../locales/en/registrations.ts'
import type { Registration } from './registration.ts'

const text = createText(registrations)
type Shown = { url: string; turns: number; isLarge: boolean }

/**
 * The three documents side by side. The first view needs a reason, which holds for ten minutes. `prepare` claims the
 * registration before its first document is shown, and says whether it may be shown.
 */
export function Documents({
  registration,
  prepare,
  onOpened,
}: {
  registration: Registration
  prepare: () => Promise<boolean>
  onOpened: (field: DocumentField) => void
}) {
  const { shopId, access, documents } = registration
  const [reason, setReason] = useState(access?.reason ?? text('registrations.documents.reason.first'))
  const [pictures, setPictures] = useState<Partial<Record<DocumentField, Shown>>>({})
  const view = useApiMutation(viewDocument)
  const now = useNow()
  const isOpen = access !== null && new Date(access.until).getTime() > now

  const [waiting, setWaiting] = useState<readonly DocumentField[]>([])
  /** One document is loaded at a time: the others wait for it. */
  const queue = useRef(Promise.resolve())
  const show = (field: DocumentField) => {
    if (waiting.includes(field)) return
    setWaiting((before) => [...before, field])
    queue.current = queue.current
      .then(() => load(field))
      .finally(() => setWaiting((before) => before.filter((one) => one !== field)))
  }
  const load = async (field: DocumentField) => {
    if (!(await prepare())) return
    const seen = await view.mutate({ shopId, field, ...(isOpen && access.reason === reason ? {} : { reason }) })
    if (!seen) return
    onOpened(field)
    const url = `data:${seen.contentType};base64,${seen.base64}`
    setPictures((before) => ({ ...before, [field]: { url, turns: 0, isLarge: false } }))
  }
  const change = (field: DocumentField, part: Partial<Shown>) =>
    setPictures((before) => ({ ...before, [field]: { ...before[field]!, ...part } }))
  const [isComparing, setComparing] = useState(false)
  // The two that were opened last.
  const pair = Object.keys(pictures).slice(-2)
  const compared = isComparing && pair.length === 2
  const sent = (field: DocumentField) => documents.some((document) => document.field === field)
  useActions([
    ...documentFields.filter(sent).map((field) => ({
      id: `document.${field}`,
      label: text('registrations.documents.show', { document: text(`registrations.field.${field}`) }),
      keys: String(documentFields.indexOf(field) + 1),
      run: () => show(field),
    })),
    {
      id: 'document.compare',
      label: text(compared ? 'registrations.documents.all' : 'registrations.documents.compare'),
      keys: 'v',
      disabled: pair.length < 2 ? text('registrations.documents.compare.two') : undefined,
      run: () => setComparing(!compared),
    },
  ])
  const large = documentFields.find((field) => pictures[field]?.isLarge)

  return (
    <Section
      title={text('registrations.documents')}
      actions={
        pair.length < 2 ? null : (
          <Button variant="quiet" aria-keyshortcuts="v" aria-pressed={compared} onClick={() => setComparing(!compared)}>
            {text(compared ? 'registrations.documents.all' : 'registrations.documents.compare')}
            <Kbd keys="v" />
          </Button>
        )
      }
    >
      <TextField
        label={text('registrations.documents.reason')}
        hint={
          isOpen
            ? text('registrations.documents.until', { time: formatDateTime(access.until) })
            : text('registrations.documents.reason.hint')
        }
        error={view.refusal?.fields['reason']}
        dir="auto"
        maxLength={300}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {view.refusal?.fields['reason'] ? null : (
        <MutationProblem refusal={view.refusal} unreachable={view.unreachable} />
      )}
      <div
        className={clsx(
          'grid gap-3',
          compared ? 'grid-cols-2 max-sm:grid-cols-1' : large ? 'grid-cols-1' : 'min-[1280px]:grid-cols-3',
        )}
      >
        {documentFields.map((field, place) => {
          const picture = pictures[field]
          const document = text(`registrations.field.${field}`)
          if (compared ? !pair.includes(field) : large && large !== field) return null
          return (
            <figure key={field} className="m-0 flex min-w-0 flex-col gap-1">
              <figcaption className="flex min-h-8 items-center gap-1 text-small">
                <span className="min-w-0 flex-1 truncate">{document}</span>
              </figcaption>
              {picture ? (
                <div
                  className={clsx(
                    'overflow-auto rounded-field border border-border bg-raised',
                    picture.isLarge && !compared ? 'max-h-[70dvh]' : 'flex aspect-[4/3] items-center justify-center',
                  )}
                  // The enlarged picture is moved by the keyboard too.
                  {...(picture.isLarge && !compared ? { tabIndex: 0, role: 'group', 'aria-label': document } : {})}
                >
                  <img
                    src={picture.url}
                    alt={text('registrations.documents.alt', { document })}
                    style={{ rotate: `${picture.turns * 90}deg` }}
                    className={
                      picture.isLarge && !compared ? 'block w-[160%] max-w-none' : 'block max-h-full max-w-full'
                    }
                  />
                </div>
              ) : sent(field) ? (
                <Button
                  variant="secondary"
                  className="min-[1280px]:aspect-[4/3]"
                  aria-keyshortcuts={String(place + 1)}
                  busy={waiting.includes(field)}
                  onClick={() => show(field)}
                >
                  <span className="sr-only">{text('registrations.documents.show', { document })}</span>
                  <Kbd keys={String(place + 1)} />
                </Button>
              ) : (
                <p className="text-small text-muted">{text('registrations.documents.missing')}</p>
              )}
              {picture ? (
                <div className="flex justify-end gap-1">
                  <IconButton
                    repeatable
                    label={text('registrations.documents.rotate', { document })}
                    icon={<RotateCw aria-hidden className="size-4" />}
                    className="size-(--control)!"
                    onClick={() => change(field, { turns: picture.turns + 1 })}
                  />
                  <IconButton
                    label={text('registrations.documents.zoom', { document })}
                    aria-pressed={picture.isLarge}
                    icon={<ZoomIn aria-hidden className="size-4" />}
                    className="size-(--control)!"
                    onClick={() => change(field, { isLarge: !picture.isLarge })}
                  />
                </div>
              ) : null}
            </figure>
          )
        })}
      </div>
    </Section>
  )
}
