import { useApiQuery } from '@quayside/client'
import { supportPicture } from '@quayside/contract'

/** A picture of the conversation. It has no public URL; it is fetched with the session, as all private data. */
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
