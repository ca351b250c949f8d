import { ClipboardCheck, ListTodo, MailPlus, Store } from 'lucide-react'

/** The desks about merchants. The queue of work comes first: it is the front page. */
export const workDesks = [
  {
    path: '/work',
    icon: ListTodo,
    group: 'work',
    roles: 'any',
    load: () => import('./WorkDesk.tsx'),
  },
  {
    path: '/registrations',
    icon: ClipboardCheck,
    group: 'work',
    roles: ['review', 'auditor'],
    load: () => import('../registrations/RegistrationsDesk.tsx'),
  },
  {
    path: '/invitations',
    icon: MailPlus,
    group: 'work',
    roles: ['review', 'support'],
    load: () => import('../invitations/InvitationsDesk.tsx'),
  },
  {
    path: '/shops',
    icon: Store,
    group: 'work',
    roles: ['support', 'review', 'finance', 'auditor'],
    load: () => import('../shops/ShopsDesk.tsx'),
  },
] as const
