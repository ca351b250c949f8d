import type { Downloaded } from '@quayside/client'

/** Offers a downloaded file to the person. Nothing happens for a refused download. */
export function saveFile(downloaded: Downloaded | null): void {
  if (!downloaded) return
  const url = URL.createObjectURL(downloaded.file)
  const link = document.createElement('a')
  link.href = url
  link.download = downloaded.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
