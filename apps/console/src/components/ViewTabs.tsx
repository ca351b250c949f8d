import { clsx } from 'clsx'

/** The parts of a desk, above its list. The address holds the chosen one. */
export function ViewTabs<Id extends string>({
  label,
  views,
  chosen,
  onChoose,
}: {
  label: string
  views: readonly { id: Id; label: string }[]
  chosen: Id
  onChoose: (id: Id) => void
}) {
  return (
    <nav aria-label={label} className="flex flex-none flex-wrap gap-1 border-b border-border bg-surface px-3 py-1">
      {views.map((view) => (
        <button
          key={view.id}
          type="button"
          aria-current={view.id === chosen ? 'page' : undefined}
          className={clsx(
            'min-h-(--row) cursor-pointer rounded-chip border-0 px-2 text-small',
            view.id === chosen
              ? 'bg-raised font-semibold text-foreground'
              : 'bg-transparent text-muted hover:bg-raised',
          )}
          onClick={() => onChoose(view.id)}
        >
          {view.label}
        </button>
      ))}
    </nav>
  )
}
