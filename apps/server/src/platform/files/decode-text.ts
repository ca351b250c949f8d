/** Turns the bytes of a text file into text: by its byte order mark, its declaration, or a chosen encoding. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TextEncoding } from '@quayside/contract'

/** Bytes that are decoded before other requests get a turn. */
const pieceBytes = 32 * 1024

/** The bytes are not text in the given encoding, or no encoding has that name. */
export class UndecodableText extends Error {}

/** The encoding that a byte order mark names; null without a mark. */
export function encodingOfMark(content: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' | null {
  if (content[0] === 0xef && content[1] === 0xbb && content[2] === 0xbf) return 'utf-8'
  if (content[0] === 0xff && content[1] === 0xfe) return 'utf-16le'
  if (content[0] === 0xfe && content[1] === 0xff) return 'utf-16be'
  return null
}

/**
 * The encoding of a text file that does not declare one. By its mark; UTF-16 by its zero bytes; UTF-8 if all bytes fit.
 * Otherwise Windows-1252 if bytes above ASCII stand mostly alone, as in Western European words. Null for another
 * alphabet: several encodings would fit, so a person has to choose.
 */
export function guessEncoding(content: Buffer): TextEncoding | null {
  const marked = encodingOfMark(content)
  if (marked) return marked
  // The first characters of a table are ASCII, at least its separators.
  const head = content.subarray(0, 2000)
  const zeros = [0, 0]
  head.forEach((byte, at) => byte === 0 && zeros[at % 2]!++)
  if (zeros[1]! > head.length / 8 && zeros[0] === 0) return 'utf-16le'
  if (zeros[0]! > head.length / 8 && zeros[1] === 0) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(content)
    return 'utf-8'
  } catch {
    let [alone, together] = [0, 0]
    const isHigh = (at: number) => (content[at] ?? 0) >= 0x80
    for (let at = 0; at < content.length; at++) {
      if (!isHigh(at)) continue
      // These five are no letters of Windows-1252.
      if ([0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(content[at]!)) return null
      if (isHigh(at - 1) || isHigh(at + 1)) together++
      else alone++
    }
    return alone > together ? 'windows-1252' : null
  }
}

/**
 * The text of a file in pieces; other requests get a turn between them. `encoding` is a label of the WHATWG Encoding
 * Standard; a byte order mark overrides it and is left out. Throws `UndecodableText`.
 */
export async function* decodeInPieces(content: Buffer, encoding: string): AsyncGenerator<string> {
  let decoder: TextDecoder
  try {
    decoder = new TextDecoder(encodingOfMark(content) ?? encoding, { fatal: true })
  } catch {
    throw new UndecodableText(encoding)
  }
  for (let at = 0; at < content.length; at += pieceBytes) {
    let text: string
    try {
      text = decoder.decode(content.subarray(at, at + pieceBytes), { stream: at + pieceBytes < content.length })
    } catch {
      throw new UndecodableText(encoding)
    }
    yield text
    await nextTurn()
  }
}

/** The whole text of a file; see `decodeInPieces`. */
export async function decodeText(content: Buffer, encoding: string): Promise<string> {
  let text = ''
  for await (const piece of decodeInPieces(content, encoding)) text += piece
  return text
}
