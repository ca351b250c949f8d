import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'

/** What a page shows where there is nothing: why, and in `action` where to go on. */
export const Empty = ({ icon, action, children }: { icon: IconName; action?: ReactNode; children: ReactNode }) => (
  <div className="mx-auto flex max-w-prose flex-col items-center gap-4 py-8 text-center">
    <span className="grid size-16 place-items-center rounded-full bg-raised text-muted">
      <Icon name={icon} className="size-7" />
    </span>
    <p>{children}</p>
    {action}
  </div>
)
