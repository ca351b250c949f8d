import { clsx } from 'clsx'
import { useUrlState } from '../../hooks/useUrlState.ts'
import { createText } from '../../lib/texts.ts'
import books from '../../locales/en/books.ts'
import { AccountView } from './AccountView.tsx'
import { ChecksView } from './ChecksView.tsx'
import { EntryView } from './EntryView.tsx'
import { ExportView } from './ExportView.tsx'
import { TrialBalanceView } from './TrialBalanceView.tsx'

const text = createText(books)
const views = ['checks', 'trial', 'account', 'entry', 'export'] as const

/** The books: checks, trial balance, accounts, entries, export. */
export default function BooksDesk() {
  const [search, setSearch] = useUrlState()
  const view = views.find((one) => one === search['view']) ?? 'checks'
  return (
    <>
      <nav
        aria-label={text('books.views')}
        className="flex flex-wrap gap-1 border-b border-border bg-surface px-3 py-1"
      >
        {views.map((one) => (
          <button
            key={one}
            type="button"
            aria-current={one === view ? 'page' : undefined}
            className={clsx(
              'min-h-(--row) cursor-pointer rounded-chip border-0 bg-transparent px-2 text-small',
              one === view
                ? 'font-semibold text-foreground underline underline-offset-4'
                : 'text-muted hover:bg-raised',
            )}
            onClick={() => setSearch({ view: one, row: undefined })}
          >
            {text(`books.view.${one}`)}
          </button>
        ))}
      </nav>
      {view === 'checks' ? <ChecksView /> : null}
      {view === 'trial' ? <TrialBalanceView /> : null}
      {view === 'account' ? <AccountView /> : null}
      {view === 'entry' ? <EntryView /> : null}
      {view === 'export' ? <ExportView /> : null}
    </>
  )
}
