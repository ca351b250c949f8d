import type { PageKit } from '../lib/page.ts'

/** Says that customer service or the shop has answered, with the way to the conversation. */
export const UnreadAnswers = ({
  kit,
  path,
  by = 'service',
}: {
  kit: PageKit
  path: string
  by?: 'service' | 'talk'
}) => (
  <p role="status" className="no-print card flex flex-wrap items-center gap-3 p-4">
    <span className="min-w-0 flex-[1_1_16rem] font-semibold">{kit.t(`store.${by}.answered`)}</span>
    <a className="button" href={kit.to(path)}>
      {kit.t('store.service.open')}
    </a>
  </p>
)
