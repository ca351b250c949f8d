import { newKey, useApiMutation, useApiQuery } from '@quayside/client'
import { deleteOrderView, orderViews, saveOrderView, type ResponseBody, type OrderFilter } from '@quayside/contract'
import { Button, EmptyState, IconButton, Sheet, Spyglass, TextField, toast, PlainButton } from '@quayside/ui'
import { Pencil, Trash2 } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { MutationError } from '../../components/MutationError.tsx'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { useLacks } from '../../hooks/useLacks.ts'
import { useUndoToast } from '../../hooks/useUndoToast.ts'
import { useT } from '../../lib/i18n.tsx'

type View = ResponseBody<typeof orderViews>['list'][number]

/** The saved filters of the shop: apply, rename or delete one, or save the current filter. */
export function ViewsSheet({
  currentFilter,
  onApply,
  onClose,
}: {
  /** The current filter of the list; null if it filters nothing. */
  currentFilter: OrderFilter | null
  onApply: (filter: OrderFilter) => void
  onClose: () => void
}) {
  const t = useT()
  const views = useApiQuery(orderViews, {})
  const deleteView = useApiMutation(deleteOrderView)
  const restore = useApiMutation(saveOrderView)
  const showUndo = useUndoToast()
  const [renaming, setRenaming] = useState<View | null>(null)
  const [newView, setNewView] = useState<View | null>(
    currentFilter && { id: newKey(), name: '', filter: currentFilter },
  )

  const remove = async (view: View) => {
    if (!(await deleteView.mutate({ id: view.id }))) return
    showUndo(t('orders.views.deleted'), async () => {
      const restored = await restore.mutate(view)
      toast(t(restored ? 'orders.views.saved' : 'products.undo.failed'))
    })
  }
  return (
    <Sheet open onOpenChange={(open) => (open ? undefined : onClose())} title={t('orders.views')}>
      <QueryBoundary query={views} shape="lines" count={3}>
        {({ list }) =>
          list.length === 0 && !newView ? (
            <EmptyState scene={<Spyglass />} title={t('orders.views.empty')} text={t('orders.views.empty.text')} />
          ) : (
            <ul className="flex flex-col divide-y divide-border">
              {list.map((view) => (
                <li key={view.id} className="flex min-h-14 items-center">
                  {renaming?.id === view.id ? (
                    <NameForm view={view} label={t('orders.views.name')} onSaved={() => setRenaming(null)} />
                  ) : (
                    <>
                      <PlainButton
                        className="min-h-12 min-w-0 flex-1 truncate text-start font-semibold text-foreground"
                        onClick={() => onApply(view.filter)}
                      >
                        <bdi>{view.name}</bdi>
                      </PlainButton>
                      <IconButton
                        label={t('orders.views.rename', { name: view.name })}
                        icon={<Pencil aria-hidden className="size-5" />}
                        onClick={() => setRenaming(view)}
                      />
                      <IconButton
                        label={t('orders.views.delete', { name: view.name })}
                        icon={<Trash2 aria-hidden className="size-5" />}
                        disabled={deleteView.isPending}
                        onClick={() => void remove(view)}
                      />
                    </>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </QueryBoundary>
      <MutationError mutation={deleteView} />
      {newView ? (
        <section className="flex flex-col gap-2 border-t border-border pt-3 pb-2">
          <h2 className="font-semibold">{t('orders.views.save')}</h2>
          <NameForm view={newView} label={t('orders.views.name')} onSaved={() => setNewView(null)} />
        </section>
      ) : null}
    </Sheet>
  )
}

/** Names a filter and saves it. */
function NameForm({ view, label, onSaved }: { view: View; label: string; onSaved: () => void }) {
  const t = useT()
  const save = useApiMutation(saveOrderView, { awaitRefetch: true })
  const [name, setName] = useState(view.name)
  const { form, sentences, isWhole } = useLacks<HTMLFormElement, 'name'>({
    name: name.trim() === '' && t('common.required'),
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isWhole() || !(await save.mutate({ ...view, name }))) return
    toast(t('orders.views.saved'))
    onSaved()
  }
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate className="flex w-full items-end gap-2 py-2">
      <div className="min-w-0 flex-1">
        <TextField
          label={label}
          value={name}
          maxLength={40}
          autoComplete="off"
          error={
            sentences.name ??
            save.refusal?.fields['name'] ??
            save.refusal?.message ??
            (save.unreachable ? t('common.unreachable') : undefined)
          }
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      <Button type="submit" busy={save.isPending}>
        {t('common.save')}
      </Button>
    </form>
  )
}
