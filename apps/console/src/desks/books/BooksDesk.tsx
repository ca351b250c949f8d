import { ViewTabs } from '../../components/ViewTabs.tsx'
import { useUrlState } from '../../hooks/useUrlState.ts'
import { createText } from '../../lib/texts.ts'
import books from '../../locales/en/books.ts'
import { AccountView } from './AccountView.tsx'
import { ChecksView } from './ChecksView.tsx'
import { DebtsView } from './DebtsView.tsx'
import { EntryView } from './EntryView.tsx'
import { ExportView } from './ExportView.tsx'
import { TrialBalanceView } from './TrialBalanceView.tsx'

const text = createText(books)
const views = ['checks', 'debts', 'trial', 'account', 'entry', 'export'] as const

/** The books: checks, debts of shops, trial balance, accounts, entries, export. */
export default function BooksDesk() {
  const [search, setSearch] = useUrlState()
  const view = views.find((one) => one === search['view']) ?? 'checks'
  return (
    <>
      <ViewTabs
        label={text('books.views')}
        views={views.map((id) => ({ id, label: text(`books.view.${id}`) }))}
        chosen={view}
        onChoose={(id) => setSearch({ view: id, row: undefined })}
      />
      {view === 'checks' ? <ChecksView /> : null}
      {view === 'debts' ? <DebtsView /> : null}
      {view === 'trial' ? <TrialBalanceView /> : null}
      {view === 'account' ? <AccountView /> : null}
      {view === 'entry' ? <EntryView /> : null}
      {view === 'export' ? <ExportView /> : null}
    </>
  )
}
