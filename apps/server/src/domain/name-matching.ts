/**
 * Finds a name or an address in lists of names that other people have spelled: without capitals, accents and the order
 * of the words, in another script, by another transliteration, with a mistyped letter. Pure functions.
 */
import anyAscii from 'any-ascii'

/** Titles and forms of companies: they say nothing about who it is. */
const meaningless = new Set(
  `mr mrs ms dr prof sir haji hajji sheikh ltd limited llc inc corp corporation co company gmbh ag sa sarl srl spa bv nv
  oy ab plc pte pty pjsc ojsc jsc ooo oao pao zao the of and`.split(/\s+/),
)

/** Two spellings of one sound, in the order in which they are replaced. */
const sounds: readonly (readonly [RegExp, string])[] = [
  [/dzh|dj|zh|j/g, 'y'],
  [/shch|sch|sh|tch|ch|cz|sz/g, 's'],
  [/kh|gh|ck|q/g, 'k'],
  [/c(?=[eiy])/g, 's'],
  [/c/g, 'k'],
  [/ph/g, 'f'],
  [/th/g, 't'],
  [/x/g, 'ks'],
  [/w/g, 'v'],
  [/ou|oo/g, 'u'],
  [/ee|ie|ei|ye|yi|iy|y/g, 'i'],
  [/ts|tz|z/g, 's'],
  [/(?<=[^aeiou])h|h(?=[^aeiou]|$)/g, ''],
  [/(.)\1+/g, '$1'],
]

/** One script, no capitals, no accents, only letters and digits, each Chinese character a word. */
const wordsOf = (text: string): string[] =>
  anyAscii(
    text
      // An apostrophe stands inside a word; every other mark divides words.
      .normalize('NFKC')
      .replace(/[’'ʼ`´]/g, '')
      .replace(/\p{Script=Han}/gu, ' $& '),
  )
    .toLowerCase()
    .replace(/['`]/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !meaningless.has(word))

const soundOf = (word: string): string => sounds.reduce((text, [from, to]) => text.replace(from, to), word)

/** A word as it is written in Latin letters, and as it sounds. */
export type ComparableWord = { written: string; sound: string }
/** A name as it is compared. `exact`: the words in the order of the alphabet. `joined`: the sound without spaces. */
export type ComparableName = { exact: string; words: readonly ComparableWord[]; joined: string }

/** Null for a text without a letter or digit. */
export function comparableName(text: string): ComparableName | null {
  const written = wordsOf(text)
  if (written.length === 0) return null
  const words = written.map((word) => ({ written: word, sound: soundOf(word) }))
  return { exact: written.toSorted().join(' '), words, joined: words.map(({ sound }) => sound).join('') }
}

/** How many letters differ (Levenshtein), at most `most` + 1. */
function distance(a: string, b: string, most: number): number {
  if (a === b) return 0
  if (Math.abs(a.length - b.length) > most) return most + 1
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1)
      next.push(Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)))
    if (Math.min(...next) > most) return most + 1
    row = next
  }
  return row[b.length]!
}

/** The share of equal letters of two words, 0 to 1; 0 below `least`. Words of up to three letters are equal or not. */
function likeness(a: string, b: string, least: number): number {
  if (a === b) return 1
  const longer = Math.max(a.length, b.length)
  if (Math.min(a.length, b.length) <= 3 || /\d/.test(a + b)) return 0
  const most = Math.floor(longer * (1 - least) + 1e-9)
  const differs = distance(a, b, most)
  return differs > most ? 0 : 1 - differs / longer
}

/** Two words are one from here: one letter of four, two of eight. */
const wordThreshold = 0.75
/** How alike two words are, in writing or in sound, 0 to 1; 0 when they are two words. */
export const wordLikeness = (a: ComparableWord, b: ComparableWord): number =>
  Math.max(likeness(a.written, b.written, wordThreshold), likeness(a.sound, b.sound, wordThreshold))

/** The whole name without spaces: “Abd al Rahman” and “Abdulrahman”. */
export const joinedLikeness = (a: string, b: string): number =>
  Math.min(a.length, b.length) < 6 ? 0 : likeness(a, b, 0.85)

/** Names are shown to a person from this score. */
export const nameThreshold = 80

/**
 * How alike two names are, 0 to 100; 0 below `nameThreshold`. Every word of the shorter name must be in the longer one;
 * each further word of the longer one takes five points, at most fifteen. A single word is compared with single words
 * only, or everybody named “Ivan” would be on the list.
 */
export function nameScore(a: ComparableName, b: ComparableName): number {
  if (a.exact === b.exact) return 100
  const score = Math.round(Math.max(100 * joinedLikeness(a.joined, b.joined), wordScore(a.words, b.words)))
  // What is written differently is never as sure as what is written the same.
  return score < nameThreshold ? 0 : Math.min(score, 99)
}

function wordScore(a: readonly ComparableWord[], b: readonly ComparableWord[]): number {
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a]
  if (shorter.length === 1 && longer.length > 1) return 0
  const pairs = shorter
    .flatMap((word, i) => longer.map((other, j) => ({ i, j, like: wordLikeness(word, other) })))
    .filter(({ like }) => like > 0)
    .toSorted((x, y) => y.like - x.like)
  const found = new Map<number, { j: number; like: number }>()
  const taken = new Set<number>()
  for (const { i, j, like } of pairs)
    if (!found.has(i) && !taken.has(j)) {
      found.set(i, { j, like })
      taken.add(j)
    }
  if (found.size < shorter.length) return 0
  const weight = ({ written }: ComparableWord) => written.length
  const equal = shorter.reduce((sum, word, i) => sum + found.get(i)!.like * weight(word), 0)
  const letters = shorter.reduce((sum, word) => sum + weight(word), 0)
  return (100 * equal) / letters - 5 * Math.min(longer.length - shorter.length, 3)
}

/** How much of a listed address is in another one, 0 to 100; 0 below 90 or with fewer than three words. */
export function addressScore(given: string, listed: string): number {
  const words = new Set(wordsOf(given).map(soundOf))
  const wanted = wordsOf(listed).map(soundOf)
  if (wanted.length < 3) return 0
  const share = Math.round((100 * wanted.filter((word) => words.has(word)).length) / wanted.length)
  return share < 90 ? 0 : share
}
