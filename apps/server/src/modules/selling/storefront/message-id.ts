import { createHash } from 'node:crypto'

/**
 * The id of a form's message. The same form with the same content is one message; the same form with other words is
 * another one.
 */
export function messageIdOf(draftId: string, text: string, picture?: Buffer | undefined): string {
  const hash = createHash('sha256').update(`${draftId}\n${text}\n`)
  if (picture) hash.update(picture)
  return hash
    .digest('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
