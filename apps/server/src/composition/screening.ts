/** What is screened against lists of sanctions, and by which provider. */
import { destinationScreening } from '../modules/money/withdrawals/requests/screen-destination.ts'
import { registrationScreening } from '../modules/people/identity/registrations/screen-registration.ts'
import { Screening } from '../modules/people/screening/screen.ts'
import type { AppContext } from '../platform/app-context.ts'
import { screeningList } from '../providers/screening-list.ts'

const opened = new WeakMap<AppContext, Screening>()

/** The screening of this server: the list stays in memory. */
export function screeningOf(ctx: AppContext): Screening {
  const { screening: list, mode } = ctx.settings
  let screening = opened.get(ctx)
  if (!screening) {
    const provider = list && screeningList(list.path, mode === 'production')
    screening = new Screening(ctx, provider, [registrationScreening, destinationScreening])
    opened.set(ctx, screening)
  }
  return screening
}
