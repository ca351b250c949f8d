/**
 * Text by staff for merchants. It must not contain payment destinations or contacts outside the platform: no links,
 * e-mail addresses, phone, card or account numbers, and no chain addresses. Destinations come only from the settings,
 * so that no operator can insert another one.
 */
import * as z from 'zod/mini'
import { boundedText } from './shapes.ts'

/** Letters of other alphabets that look like Latin letters. */
const lookAlikes: Record<string, string> = Object.fromEntries(
  [
    ['аαɑ', 'a'],
    ['вβʙ', 'b'],
    ['сϲƈ', 'c'],
    ['ԁɗ', 'd'],
    ['еєεҽ', 'e'],
    ['ɡց', 'g'],
    ['нһհ', 'h'],
    ['іιїıӏɩ', 'i'],
    ['јϳ', 'j'],
    ['кκ', 'k'],
    ['ⅼ', 'l'],
    ['мμ', 'm'],
    ['пηո', 'n'],
    ['оοօσ', 'o'],
    ['рρ', 'p'],
    ['ԛ', 'q'],
    ['ѕ', 's'],
    ['тτ', 't'],
    ['υսʋ', 'u'],
    ['νѵ', 'v'],
    ['ԝωѡ', 'w'],
    ['хχ', 'x'],
    ['уγү', 'y'],
    ['ᴢζ', 'z'],
  ].flatMap(([signs, latin]) => [...signs!].map((sign) => [sign, latin!])),
)

/** Number words in the languages of merchants; the index in a list is the digit. */
const digitWords: Record<string, string> = Object.fromEntries(
  [
    'zero one two three four five six seven eight nine',
    'cero uno dos tres cuatro cinco seis siete ocho nueve',
    'zero um dois três quatro cinco seis sete oito nove',
    'zéro un deux trois quatre cinq six sept huit neuf',
    'zero uno due tre quattro cinque sei sette otto nove',
    'nul een twee drie vier vijf zes zeven acht negen',
    'nul en to tre fire fem seks syv otte ni',
    'sıfır bir iki üç dört beş altı yedi sekiz dokuz',
    'nol satu dua tiga empat lima enam tujuh delapan sembilan',
    'náid aon dó trí ceathair cúig sé seacht ocht naoi',
    'không một hai ba bốn năm sáu bảy tám chín',
    'ноль один два три четыре пять шесть семь восемь девять',
    'صفر واحد اثنان ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة',
    '영 일 이 삼 사 오 육 칠 팔 구',
    '〇 一 二 三 四 五 六 七 八 九',
    '零 壹 贰 叁 肆 伍 陆 柒 捌 玖',
    '零 壹 貳 參 肆 伍 陸 柒 捌 玖',
  ].flatMap((line) => line.split(' ').map((word, digit) => [word, String(digit)])),
)
digitWords['oh'] = '0'

/** Top-level domains that are not words after a full stop. */
const domains =
  'com|net|org|info|biz|shop|store|xyz|top|online|site|website|app|link|click|live|club|vip|pro|dev|page|cc|io|me|co|ai|tv|gg|ly|to|ru|cn|br|tr|uk|de|fr|it|es|nl|eu|us|in|id|vn|kr|jp|hk|tw|ie|pt|dk|ae|sa|su|ua|pl'

/** IBAN lengths by country. */
const ibanLengths: Record<string, number> = Object.fromEntries(
  'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20'
    .split(' ')
    .map((one) => [one.slice(0, 2), Number(one.slice(2))]),
)

/** Maximum number of consecutive digits that is not an account number: an amount, a date, or an order number. */
const maxDigits = 8
/** Near one of these words, a shorter number also counts as an account number. */
const moneyWords =
  /\b(iban|pix|whats ?app|telegram|viber|wechat|signal|zelle|paypal|venmo|cash ?app|usdt|usdc|btc|wallet|sort ?code|swift|routing|account (?:number|no))\b|微信|支付宝|支付寶|卡号|卡號|账号|帳號|計座|口座番号|계좌/

/**
 * Normalises a text: compatibility forms, digits of all scripts, marks and invisible characters, look-alike letters.
 */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}|\p{Cf}|\u2800|\u3164|\uffa0/gu, '')
    .replace(/\p{Nd}/gu, (digit) => {
      // The digits of a script are consecutive, zero first, and start at a multiple of ten or sixteen.
      if (digit <= '9') return digit
      let zero = digit.codePointAt(0)!
      while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && digit.codePointAt(0)! - zero < 9) zero -= 1
      return String(digit.codePointAt(0)! - zero)
    })
}
const latin = (text: string): string => [...text].map((sign) => lookAlikes[sign.toLowerCase()] ?? sign).join('')

/** Joins text with separated characters: "e v i l . c o m", "T·J·R·a". */
const unspaced = (text: string): string =>
  text.replace(/(?<![\p{L}\p{N}])(?:[\p{L}\p{N}][^\p{L}\p{N}\n]{1,3}){5,}[\p{L}\p{N}](?![\p{L}\p{N}])/gu, (run) => {
    const gap = /^[\p{L}\p{N}]([^\p{L}\p{N}]{1,3})/u.exec(run)![1]!
    return run.split(gap).join('')
  })

const hasLink = (text: string): boolean =>
  /https?:|\bwww\b|\bxn--|[\p{L}\p{N}_]\s*(?:@|[([{]\s*at\s*[)\]}])\s*[\p{L}\p{N}]|(?:^|\s)@\s?[\p{L}\p{N}_]{3,}/iu.test(
    text,
  ) ||
  // A link has a path, or an end that cannot end a sentence: the next word of a sentence begins with a capital letter
  // or after a space.
  /[a-z0-9-]\.[a-z]{2,}\/\S/i.test(text) ||
  new RegExp(`[\\p{L}\\p{N}-]\\.(?:${domains})(?![\\p{L}\\p{N}])`, 'u').test(text) ||
  /[\p{L}\p{N}-]\.(?:com|net|org)(?![\p{L}\p{N}])/iu.test(text) ||
  /[\p{L}\p{N}-]\s?\.\s?(?:com|net|org)(?![\p{L}\p{N}])/u.test(text) ||
  new RegExp(
    `[\\p{L}\\p{N}]\\s*(?:[([{]\\s*(?:\\.|dot|punto|ponto|point|punkt|nokta|点|點|точка)\\s*[)\\]}]|\\s(?:dot|punto|ponto|nokta|точка)\\s|点|點)\\s*(?:${domains})(?![\\p{L}\\p{N}])`,
    'iu',
  ).test(text)

/** Remainder of a number of any length, computed digit by digit. */
const mod97 = (digits: string): number => [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0)

function hasIban(text: string): boolean {
  const joined = text.toUpperCase().replace(/[^A-Z0-9]/g, '')
  for (const { index } of joined.matchAll(/(?=[A-Z]{2}\d{2})/g)) {
    const length = ibanLengths[joined.slice(index, index + 2)]
    const iban = length === undefined ? '' : joined.slice(index, index + length)
    if (iban.length !== length || iban.replace(/\D/g, '').length < 6) continue
    const moved = iban.slice(4) + iban.slice(0, 4)
    if (mod97(moved.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))) === 1) return true
  }
  return false
}

const letterDigits: Record<string, string> = { o: '0', l: '1', i: '1', '|': '1', s: '5', b: '8', z: '2' }

/** Replaces number words and letters that look like digits by digits. */
const asDigits = (text: string): string =>
  text
    .replace(/[\p{L}\p{M}]+/gu, (word) => digitWords[word.toLowerCase()] ?? word)
    // Scripts without spaces have one character per digit.
    .replace(/[〇一二三四五六七八九零壹贰叁肆伍陆柒捌玖貳參陸]/gu, (sign) => digitWords[sign] ?? sign)
    .replace(/[\p{L}\p{N}|]+/gu, (token) =>
      /^[\dolisbz|]*\d[\dolisbz|]*$/i.test(token)
        ? token.replace(/[olisbz|]/gi, (sign) => letterDigits[sign.toLowerCase()]!)
        : token,
    )

// Amounts, dates and times. Two in a row are allowed; more may hide a number.
const ordinary =
  '(?:(?:19|20)\\d\\d[-./]\\d{1,2}[-./]\\d{1,2}|\\d{1,2}[-./]\\d{1,2}[-./](?:19|20)?\\d\\d|\\d{1,2}:\\d\\d(?::\\d\\d)?|\\d{1,3}(?:[,. ]\\d{3}){0,2}[.,]\\d\\d|\\d{1,3}(?:,\\d{3}){1,2})'
const ordinaryRun = new RegExp(
  `(?<![\\p{L}\\p{N}])${ordinary}(?:[^\\p{L}\\p{N}]{1,3}${ordinary})*(?![\\p{L}\\p{N}])`,
  'gu',
)
const oneOrdinary = new RegExp(ordinary, 'gu')

function longestNumber(text: string): number {
  const without = text.replace(ordinaryRun, (run) => (run.match(oneOrdinary)!.length <= 2 ? ' x ' : run))
  let most = 0
  for (const [run] of without.matchAll(/\d(?:[^\p{L}\p{N}]{0,4}\d)*/gu))
    most = Math.max(most, run.replace(/\D/g, '').length)
  return most
}

/**
 * Finds runs of letters and digits that no language has: a chain address, a key, or an account with a wrong check
 * digit.
 */
function hasKey(text: string): boolean {
  if (/0x[0-9a-f]{16,}/i.test(text.replace(/[^\p{L}\p{N}]/gu, ''))) return true
  let run: string[] = []
  const isKey = () => {
    const joined = run.join('')
    // Up to four order numbers in a row are allowed.
    const codes = run.length <= 4 && run.every((piece) => /^[A-Z0-9]{8}$/.test(piece))
    return joined.length >= 24 && joined.replace(/\D/g, '').length >= 2 && !codes
  }
  for (const piece of text.split(/[^\p{L}\p{N}]+/u)) {
    const odd = /\d/.test(piece) || (/.[A-Z]/.test(piece) && /[a-z]/.test(piece))
    if (odd) run.push(piece)
    if (!odd || piece.length >= 24) {
      if (isKey()) return true
      if (!odd) run = []
    }
  }
  return isKey()
}

/**
 * True for a text that contains a link or a possible payment destination, also with inserted spaces, as words, or in
 * look-alike letters. Set `split` for a text joined from several messages: then a number near a word about money
 * counts only in its full length.
 */
export function namesPaymentDetails(text: string, split = false): boolean {
  // Number words can contain marks, and the normal form removes marks.
  const forms = new Set(
    [text, asDigits(text.normalize('NFC'))].map(plain).flatMap((form) => [form, latin(form), latin(unspaced(form))]),
  )
  for (const form of forms) {
    if (hasLink(form) || hasIban(form) || hasKey(form)) return true
    const most = longestNumber(asDigits(form))
    if (most > maxDigits || (!split && most >= 6 && moneyWords.test(form.toLowerCase()))) return true
  }
  return false
}

/**
 * Whether a text contains payment details, alone or together with earlier texts of its author. `earlier`: newest
 * first.
 */
export function completesPaymentDetails(earlier: readonly string[], text: string): boolean {
  if (namesPaymentDetails(text)) return true
  let joined = text
  for (const before of earlier) {
    if (namesPaymentDetails(`${before}${joined}`, true) || namesPaymentDetails(`${before} ${joined}`, true)) return true
    joined = `${before} ${joined}`
  }
  return false
}

const staffTexts = new WeakSet<object>()
/** Whether a schema was made by `staffText`. */
export const isStaffText = (schema: object): boolean => staffTexts.has(schema)

/** A text typed by an operator and read by a merchant. Every such field of the contract must use this schema. */
export function staffText(min: number, max: number) {
  const schema = z.pipe(
    boundedText(min, max),
    z.string().check(z.refine((text) => !namesPaymentDetails(text), { error: 'field/payment-details' })),
  )
  staffTexts.add(schema)
  return schema
}
