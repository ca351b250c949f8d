export { ReportSection as FinanceScreen } from './ReportSection.tsx'
