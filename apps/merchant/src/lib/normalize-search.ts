const letters: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ٱ: 'ا',
  ة: 'ه',
  ى: 'ي',
  臺: '台',
}
const written = new RegExp(`[${Object.keys(letters).join('')}]`, 'g')
/** Code point distance from a katakana letter to its hiragana letter. */
const kana = 0x60

/**
 * Normalises a text for comparison: lower case, without accents and vowel signs, in one width. Letters that are typed
 * for each other become the same letter, and every separator becomes a space. Korean syllables are decomposed, so
 * that a half-typed syllable is found.
 */
export const normalizeForSearch = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{Mn}\p{Cf}\u0640]/gu, '')
    .toLowerCase()
    .replace(written, (letter) => letters[letter]!)
    .replace(/[ァ-ヶ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - kana))
    .replace(/[\s\p{P}`]+/gu, ' ')
    .trim()
