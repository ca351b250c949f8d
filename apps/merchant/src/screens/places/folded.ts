const letters: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ð: 'd', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' }

/** A text as it is compared: small letters without accents. */
export const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[øłđðıßæœþ]/g, (letter) => letters[letter]!)
    .replace(/[\s’'`.-]+/g, ' ')
    .trim()
