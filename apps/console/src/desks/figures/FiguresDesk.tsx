import { ViewTabs } from '../../components/ViewTabs.tsx'
import { useUrlState } from '../../hooks/useUrlState.ts'
import { AgeingView } from './AgeingView.tsx'
import { CohortsView } from './CohortsView.tsx'
import { PeriodView } from './PeriodView.tsx'
import { text } from './texts.ts'

const views = ['period', 'ageing', 'cohorts'] as const

/** Figures of the platform over all shops. */
export default function FiguresDesk() {
  const [search, setSearch] = useUrlState()
  const view = views.find((one) => one === search['view']) ?? 'period'
  return (
    <>
      <ViewTabs
        label={text('figures.views')}
        views={views.map((id) => ({ id, label: text(`figures.view.${id}`) }))}
        chosen={view}
        onChoose={(id) => setSearch({ view: id })}
      />
      {view === 'period' ? <PeriodView /> : null}
      {view === 'ageing' ? <AgeingView /> : null}
      {view === 'cohorts' ? <CohortsView /> : null}
    </>
  )
}
