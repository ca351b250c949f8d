import type { Downloaded } from '@quayside/client'

/** Offers a downloaded file to the person, as the browser saves files. */
export function saveFile({ name, file }: Downloaded): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
