import type { Downloaded } from '@quayside/client'

/** Offers a downloaded file to the person, as the browser saves files. Nothing happens for a refused download. */
export function saveFile(downloaded: Downloaded | null): void {
  if (!downloaded) return
  const link = document.createElement('a')
  link.href = URL.createObjectURL(downloaded.file)
  link.download = downloaded.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
