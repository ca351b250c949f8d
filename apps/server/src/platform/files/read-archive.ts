/** Reads the files of a ZIP archive into memory, with limits on everything that a hostile archive can inflate. */
import type { Readable } from 'node:stream'
import { fromBuffer, type Entry, type ZipFile } from 'yauzl'

/** The archive is damaged, encrypted, empty or too large when unpacked. */
export class UnreadableArchive extends Error {}

/** Whether the bytes begin as a ZIP archive does. */
export const isArchive = (content: Buffer): boolean => content.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))

/** The files in their order, without folders and the hidden files that macOS adds. Throws `UnreadableArchive`. */
export async function readArchive(
  content: Buffer,
  limits: { files: number; bytes: number },
): Promise<{ name: string; content: Buffer }[]> {
  try {
    const zip = await new Promise<ZipFile>((resolve, reject) => {
      fromBuffer(content, { lazyEntries: true }, (error, opened) => (error ? reject(error) : resolve(opened)))
    })
    if (zip.entryCount > limits.files * 4) throw new UnreadableArchive('entries')
    const entries = await new Promise<Entry[]>((resolve, reject) => {
      const found: Entry[] = []
      zip.on('entry', (entry: Entry) => {
        found.push(entry)
        zip.readEntry()
      })
      zip.on('end', () => resolve(found))
      zip.on('error', reject)
      zip.readEntry()
    })
    const wanted = entries.filter(({ fileName }) => !/\/$|(^|\/)(\.|__MACOSX\/)/.test(fileName))
    if (wanted.length === 0 || wanted.length > limits.files) throw new UnreadableArchive('files')
    const files: { name: string; content: Buffer }[] = []
    let total = 0
    for (const entry of wanted) {
      if (entry.isEncrypted()) throw new UnreadableArchive('encrypted')
      const stream = await new Promise<Readable>((resolve, reject) => {
        zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened)))
      })
      const chunks: Buffer[] = []
      // The real size is counted: the archive can state a wrong one.
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        total += chunk.length
        if (total > limits.bytes) {
          stream.destroy()
          throw new UnreadableArchive('bytes')
        }
        chunks.push(chunk)
      }
      files.push({ name: entry.fileName, content: Buffer.concat(chunks) })
    }
    return files
  } catch (error) {
    throw error instanceof UnreadableArchive ? error : new UnreadableArchive(String(error))
  }
}
