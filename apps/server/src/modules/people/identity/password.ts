import { createHmac, randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { limitConcurrency } from '../../../platform/database/concurrency.ts'
import { keyIdOf, UnknownKey } from '../../../platform/security/keys.ts'

/**
 * Queues of hash computations by purpose, so that a flood of one kind does not delay the others: payment passwords
 * never wait behind logins, and logins never behind new accounts. A full queue refuses with `request/busy` at once.
 */
const queues = {
  payment: limitConcurrency(2, 200),
  login: limitConcurrency(1, 60),
  join: limitConcurrency(1, 60),
}
export type PasswordQueue = keyof typeof queues

/** Argon2id with 19 MiB and two passes: the smallest parameters that OWASP recommends. */
const recommendedCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
let cost = recommendedCost

/** The smallest cost that Argon2id takes: no protection against a guesser with the table. */
export const smallestCost: typeof recommendedCost = { memoryCost: 8, timeCost: 1, parallelism: 1 }

/**
 * Sets the cost of new hashes, for tests and the past of a demo only. A stored hash names the cost that it is compared
 * with.
 */
export const setHashCost = (wished: typeof cost = recommendedCost): void => {
  cost = wished
}

/** Throws `QueueFull`. */
export const hashPassword = (password: string, queue: PasswordQueue = 'login'): Promise<string> =>
  queues[queue](() => hash(password.normalize('NFKC'), cost))

/** Throws `QueueFull`. */
export const passwordIs = (storedHash: string, password: string, queue: PasswordQueue = 'login'): Promise<boolean> =>
  queues[queue](() => verify(storedHash, password.normalize('NFKC')))

let dummyHash: Promise<string> | undefined
/** Timing-safe dummy check: takes as long as a comparison, so the response time does not reveal unknown names. */
export async function dummyVerify(password: string): Promise<false> {
  // A refusal by a full queue must not be cached.
  dummyHash ??= hashPassword(randomBytes(16).toString('hex')).catch((error: unknown) => {
    dummyHash = undefined
    throw error
  })
  await passwordIs(await dummyHash, password)
  return false
}

/**
 * A six-digit code has too few values for a plain hash. The key is not in the database, so a stolen table does not help
 * a guesser.
 */
const keyed = (pinKey: Buffer, merchantId: string, code: string): string =>
  createHmac('sha256', pinKey).update(`${merchantId}:${code}`).digest('base64')

/** The hash of a payment password, with the id of its key before it. */
export const hashPaymentPassword = async (pinKey: Buffer, merchantId: string, code: string): Promise<string> =>
  `${keyIdOf(pinKey)}:${await hashPassword(keyed(pinKey, merchantId, code), 'payment')}`

/** The id of a stored hash's key, if it has one, and the hash. */
function partsOf(storedHash: string): { id: string | null; hash: string } {
  const at = storedHash.indexOf(':')
  return /^[0-9a-f]{8}:/.test(storedHash)
    ? { id: storedHash.slice(0, at), hash: storedHash.slice(at + 1) }
    : { id: null, hash: storedHash }
}

/** Whether a stored hash was made with this key. False also for a hash from before keys had ids. */
export const isHashedWith = (pinKey: Buffer, storedHash: string): boolean => partsOf(storedHash).id === keyIdOf(pinKey)

/** Throws `UnknownKey` when the hash was made with a key that is not among `pinKeys`. */
export async function paymentPasswordIs(
  pinKeys: readonly Buffer[],
  merchantId: string,
  storedHash: string,
  code: string,
): Promise<boolean> {
  const { id, hash: stored } = partsOf(storedHash)
  const candidates = id === null ? pinKeys : pinKeys.filter((key) => keyIdOf(key) === id)
  if (candidates.length === 0)
    throw new UnknownKey(`a payment password was set under key ${id}, which is not configured`)
  for (const key of candidates) if (await passwordIs(stored, keyed(key, merchantId, code), 'payment')) return true
  return false
}

// The most common passwords. The minimum length is eight, so shorter ones need no entry.
const common = new Set(
  `password password1 password12 password123 password1234 passw0rd p@ssword p@ssw0rd 12345678 123456789 1234567890 0123456789
  87654321 987654321 11111111 00000000 22222222 88888888 99999999 12341234 11223344 12121212 123123123 147258369 1q2w3e4r 1q2w3e4r5t
  1qaz2wsx qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 asdfghjk asdfghjkl zxcvbnm1 qazwsxedc 1qazxsw2 q1w2e3r4 abcdefgh
  abcd1234 abc12345 abc123456 a1b2c3d4 aa123456 aaaaaaaa iloveyou iloveyou1 iloveyou2 sunshine princess football football1 baseball
  basketball superman batman123 spiderman pokemon1 starwars trustno1 welcome1 welcome123 letmein1 letmein123 admin123 administrator
  changeme changeme1 default1 master123 monkey123 dragon123 shadow123 michael1 jennifer jordan23 michelle nicholas alexander elizabeth
  samantha victoria chocolate computer internet whatever freedom1 liverpool chelsea1 arsenal1 barcelona realmadrid manchester juventus
  mercedes ferrari1 corvette mustang1 harley123 cheesecake butterfly angel123 lovelove love1234 forever1 blink182 nirvana1 metallica
  passport security secret123 secret12 test1234 testtest tester12 guest123 hello123 hello1234 helloworld google123 facebook samsung1
  samsung123 microsoft windows1 windows10 apple123 iphone12 android1 linkedin myspace1 yahoo123 hotmail1 qwert123 qwer1234 asdf1234
  zxcv1234 asdasdasd qweqweqwe qweasdzxc poiuytrewq lkjhgfdsa mnbvcxz1 0987654321 1029384756 5201314520 woaini123 woaini520 a123456789
  a12345678 aa12345678 z123456789 q123456789 asd123456 qwe123456 zxc123456 123456abc 123456789a 12345678a 1234qwer 123qweasd 123qwe123
  senha123 senha1234 mudar123 brasil123 contrasena contrasenia hola1234 teamo123 tequiero bonjour1 motdepasse azertyui azerty123
  azertyuiop soleil123 doudou123 passwort passwort1 hallo123 schalke04 wachtwoord welkom01 welkom123 voetbal1 qwerty77 natasha1
  marina123 parol123 privet123 samara63 zaq12wsx zaq1zaq1 kochanie sifre123 galatasaray fenerbahce besiktas istanbul sayang123 indonesia
  rahasia1 bismillah matkhau1 anhyeuem vietnam1 saigon123 tokyo2020 sakura123 korea123 quayside quayside1 quayside123 merchant1 shop1234
  mypassword newpassword yourpassword thepassword password! password1! summer2024 summer2025 summer2026 winter2024 winter2025 winter2026
  spring2025 spring2026 autumn2025 autumn2026 january1 november1 december1 monday123 friday123`
    .split(/\s+/)
    .filter(Boolean),
)

/** Digits and signs that people write instead of letters. */
const digitsForLetters: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
}
/** The words in a password: without case, without surrounding digits and signs, and with letters for digits. */
const wordsIn = (password: string): string[] => {
  const lower = password.toLowerCase()
  const trimmed = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const read = (text: string) => text.replace(/[0134571@$!|]/g, (sign) => digitsForLetters[sign] ?? sign)
  const whole = read(lower)
  return [trimmed, read(trimmed), whole, whole.replace(/[^\p{L}]+$/u, ''), whole.replace(/i/g, 'l')]
}
/** Words that are too common, whatever digits and signs surround them. */
const words = new Set(
  `letmein monkey dragon shadow master welcome trustno trustnoi trustnol admin secret freedom hello login mustang charlie
    donald qwerty asdf asdfgh zxcvbn qazwsx iloveyou ilove sunshine princess football baseball superman batman pokemon starwars
    michael jordan summer winter spring autumn monday friday january february march april june july august september october
    november december test testing tester guest user root pass passwd password passwort motdepasse contrasena senha wachtwoord
    sifre parola parol matkhau rahasia sandi changeme default temp temporary quayside merchant shop store seller operator abc abcd
    abcdef a aa aaa q qq z p`.split(/\s+/),
)

/**
 * True for passwords that a guesser tries first, also with another case, digits for letters, or surrounding digits and
 * signs.
 */
export const isCommonPassword = (password: string): boolean => {
  const lower = password.normalize('NFKC').toLowerCase()
  if (common.has(lower) || /^(.{1,3})\1+$/u.test(lower)) return true
  // In a longer password the surroundings of a word are more than a year and a sign.
  if (lower.length > 14) return false
  return wordsIn(lower).some((word) => words.has(word) || common.has(word))
}

const ascending = '0123456789012345'
const descending = '9876543210987654'
/** Lines of the keypad, dates, and well-known numbers. */
const commonCodes = new Set(
  `147258 258369 369258 147852 258147 159753 357951 753951 951753 159357 741852 852963 963852 789456 456789 123654 321654 456123 654123
  112358 314159 271828 101010 420420 696969 520520 521521 131420 201314 520131 102030 112211 246810 135790 135791 024680 080808
  100000 000001 123000 000123 123400 001234`.split(/\s+/),
)

/**
 * True for six-digit codes that a guesser tries first: one or two different digits, ascending and descending runs (also
 * in pairs and halves), repeated or mirrored parts, round numbers, lines of the keypad.
 */
export const isCommonCode = (code: string): boolean => {
  const digits = [...code]
  const runs = (text: string) => ascending.includes(text) || descending.includes(text)
  const pairs = [0, 2, 4].map((i) => code.slice(i, i + 2))
  const doubled = pairs.every(([a, b]) => a === b)
  const halves = [code.slice(0, 3), code.slice(3)]
  return (
    new Set(digits).size <= 2 ||
    runs(code) ||
    halves.every(runs) ||
    (doubled && runs(pairs.map((pair) => pair[0]).join(''))) ||
    /^(\d\d)\1\1$/.test(code) ||
    /^(\d{3})\1$/.test(code) ||
    code === digits.toReversed().join('') ||
    code.endsWith('0000') ||
    /^(19|20)\d\d(0[1-9]|1[0-2])$/.test(code) ||
    commonCodes.has(code)
  )
}
