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
/** From a katakana letter to the hiragana of its sound. */
const kana = 0x60

/**
 * A text as it is compared: small letters without accents or vowel signs, those of one width, that are typed for each
 * other taken as one, and a space for whatever parts words. Korean syllables come apart, so that one that is half
 * typed is found.
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
