import type { PageKit } from '../lib/page.ts'

/** Says that customer service has answered, with the way to the conversation. */
export const UnreadAnswers = ({ kit, path }: { kit: PageKit; path: string }) => (
  <p role="status" className="no-print card flex flex-wrap items-center gap-3 p-4">
    <span className="min-w-0 flex-[1_1_16rem] font-semibold">{kit.t('store.service.answered')}</span>
    <a className="button" href={kit.to(path)}>
      {kit.t('store.service.open')}
    </a>
  </p>
)
