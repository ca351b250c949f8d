import { del, get, set } from 'idb-keyval'
import { useEffect, useState } from 'react'

/** Unsent input, stored on this device under a name; null until it is loaded. */
export function useDraft<D extends object>(name: string) {
  const [draft, setDraft] = useState<Partial<D> | null>(null)
  useEffect(
    () =>
      void get<Partial<D>>(name)
        .catch(() => undefined)
        .then((kept) => setDraft(kept ?? {})),
    [name],
  )
  return {
    draft,
    change: (part: Partial<D>) => {
      const next = { ...draft, ...part }
      setDraft(next)
      void set(name, next).catch(() => undefined)
    },
    drop: () => {
      setDraft({})
      void del(name).catch(() => undefined)
    },
  }
}
