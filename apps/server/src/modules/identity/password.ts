import { createHmac, randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { turns } from '../../platform/turns.ts'

// A flood of log-ins must not starve everything else.
const slowly = turns(2)

// Argon2id with 19 MiB and two passes, the smallest set-up that OWASP recommends.
const cost = { memoryCost: 19456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => slowly(() => hash(password.normalize('NFKC'), cost))

export const passwordIs = (kept: string, given: string): Promise<boolean> =>
  slowly(() => verify(kept, given.normalize('NFKC')))

let someHash: Promise<string> | undefined
/** Takes as long as a comparison, for names that do not exist: the time of an answer must not tell. */
export async function pretendToCompare(given: string): Promise<false> {
  someHash ??= hashPassword(randomBytes(16).toString('hex'))
  await passwordIs(await someHash, given)
  return false
}

/** A six-digit code has too few values for a hash alone: without the key, which is not in the database, guessing is useless. */
const keyed = (pinKey: Buffer, merchantId: string, code: string): string =>
  createHmac('sha256', pinKey).update(`${merchantId}:${code}`).digest('base64')

export const hashPaymentPassword = (pinKey: Buffer, merchantId: string, code: string): Promise<string> =>
  hashPassword(keyed(pinKey, merchantId, code))

export const paymentPasswordIs = (pinKey: Buffer, merchantId: string, kept: string, code: string): Promise<boolean> =>
  passwordIs(kept, keyed(pinKey, merchantId, code))

// The passwords people reach for first. Eight characters is the least we take, so shorter ones need no entry.
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

/** True for passwords that every guesser tries first. */
export const isCommonPassword = (password: string): boolean => {
  const lower = password.toLowerCase()
  return common.has(lower) || /^(.)\1+$/.test(lower)
}

/** True for six-digit codes that every guesser tries first: one digit, runs up or down, a pair or a triple repeated. */
export const isCommonCode = (code: string): boolean => {
  const digits = [...code].map(Number)
  const steps = digits.slice(1).map((digit, i) => (digit - digits[i]! + 10) % 10)
  const isRun =
    steps.every((step) => step === 1) || steps.every((step) => step === 9) || steps.every((step) => step === 0)
  return (
    isRun ||
    /^(\d\d)\1\1$/.test(code) ||
    /^(\d{3})\1$/.test(code) ||
    /^(\d)\1\1(\d)\2\2$/.test(code) ||
    code === '147258' ||
    code === '159753'
  )
}
