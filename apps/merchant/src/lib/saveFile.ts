/** Saves a file to the downloads of the phone. */
export function saveFile(file: Blob, name: string): void {
  const anchor = document.createElement('a')
  anchor.href = URL.createObjectURL(file)
  anchor.download = name
  anchor.click()
  // Some browsers read the URL only after this task.
  setTimeout(() => URL.revokeObjectURL(anchor.href), 60_000)
}
