import { useApiQuery } from '@quayside/client'
import { supportPicture } from '@quayside/contract'

/** A picture of the talk. It has no address: it comes through the session, as everything private does. */
export function ConversationPicture({ id, label }: { id: string; label: string }) {
  const { data } = useApiQuery(supportPicture, { id })
  return data ? (
    <img
      src={`data:${data.contentType};base64,${data.base64}`}
      alt={label}
      className="max-h-80 w-full rounded-field object-contain"
    />
  ) : (
    <span role="img" aria-label={label} className="block h-40 w-56 animate-pulse rounded-field bg-raised" />
  )
}
