import { describe, expect, test } from 'vitest'
import { textEncodings } from '@quayside/contract'
import { decodeText, encodingOfMark, guessEncoding, UndecodableText } from './decode-text.ts'

const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16()
const utf16 = (text: string) => Buffer.from(text, 'utf16le')

describe('text of files', () => {
  test.each([
    ['utf-8', Buffer.from('Käse,1')],
    ['utf-8', Buffer.from('\ufeffKäse,1')],
    ['utf-16le', utf16('\ufeffKäse,1')],
    ['utf-16be', swapped(utf16('\ufeffKäse,1'))],
    ['utf-16le', utf16('Käse,1')],
    ['utf-16be', swapped(utf16('Käse,1'))],
    ['windows-1252', Buffer.from('Käse,1', 'latin1')],
  ])('is read as %s by its mark or its bytes', async (encoding, bytes) => {
    expect(guessEncoding(bytes)).toBe(encoding)
    expect(await decodeText(bytes, encoding)).toBe('Käse,1')
  })

  test.each([
    ['gb18030', 'd5c5cef7', '张西'],
    ['shift_jis', '8db293a18ec0', '佐藤実'],
    ['big5', 'a4fda470a9fa', '王小明'],
    ['euc-kr', 'b1e8bcadbfac', '김서연'],
    ['windows-1251', 'c8e2e0edeee2', 'Иванов'],
  ])('is not guessed in %s, and read when that is chosen', async (encoding, bytes, text) => {
    const content = Buffer.from(bytes, 'hex')
    expect(guessEncoding(content)).toBeNull()
    expect(await decodeText(content, encoding)).toBe(text)
  })

  test('keeps a character that lies across two pieces', async () => {
    const text = `${'a'.repeat(32 * 1024 - 1)}é漢`
    expect(await decodeText(Buffer.from(text), 'utf-8')).toBe(text)
  })

  test('is refused in an encoding that does not fit or does not exist', async () => {
    await expect(decodeText(Buffer.from([0xff, 0x41]), 'utf-8')).rejects.toBeInstanceOf(UndecodableText)
    await expect(decodeText(Buffer.from('a'), 'klingon')).rejects.toBeInstanceOf(UndecodableText)
  })

  test('has a decoder for every encoding that can be chosen', async () => {
    for (const encoding of textEncodings) {
      const bytes = encoding.startsWith('utf-16') ? Buffer.from([0x41, 0x41]) : Buffer.from('A')
      expect((await decodeText(bytes, encoding)).length).toBe(1)
    }
    expect(encodingOfMark(Buffer.from('A'))).toBeNull()
  })
})
