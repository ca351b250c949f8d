import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressScore, comparableName, nameScore, nameThreshold } from './name-matching.ts'

const score = (a: string, b: string): number => nameScore(comparableName(a)!, comparableName(b)!)

describe('one person in several spellings', () => {
  test.each([
    ['Vladimir Testov', 'TESTOV, Vladimir'],
    ['José Ángel Muñoz', 'jose angel munoz'],
    ['Łukasz Żółć-Testowski', 'Lukasz Zolc Testowski'],
    ['Иван Петрович Сидоров', 'Ivan Petrovich Sidorov'],
    ['王小明', 'Wang Xiao Ming'],
    ['Dr. Ada Example', 'Ada Example'],
  ])('%s is %s in another script, case or order', (a, b) => {
    expect(score(a, b)).toBeGreaterThanOrEqual(90)
  })
  test.each([
    ['Владимир Жуков', 'Wladimir Schukow'],
    ['Yevgeny Prikhodko', 'Evgenij Prichodko'],
    ['Mohammed al-Khatib', 'Muhammad Al Katib'],
    ['Abd al-Rahman Nasser', 'Abdulrahman Naser'],
    ['Aleksandr Tchaikovsky', 'Alexander Chaykovskiy'],
    ['Wang Xiaoming', '王小明'],
    ['Γιώργος Παπαδόπουλος', 'Giorgos Papadopoulos'],
    ['Ivan Sidorov', 'Иван Петрович Сидоров'],
    ['Jon Exampel', 'Jon Example'],
  ])('%s may be %s', (a, b) => {
    expect(score(a, b)).toBeGreaterThanOrEqual(nameThreshold)
  })
  test.each([
    ['Ivan', 'Ivan Petrovich Sidorov'],
    ['Maria Santos', 'Mario Rossi'],
    ['Anna Schmidt', 'Hans Schmidt'],
    ['Li Na', 'Li Wei'],
    ['Mira Okafor', 'Ivan Petrovich Sidorov'],
    ['Acme 21 Trading', 'Acme 22 Trading'],
  ])('%s is not %s', (a, b) => {
    expect(score(a, b)).toBe(0)
  })
})

/** Words of four to ten letters that no fold of sounds makes equal. */
const word = fc.string({ minLength: 4, maxLength: 10, unit: fc.constantFrom(...'abdefgiklmnoprstuv') })
const name = fc.array(word, { minLength: 2, maxLength: 4 })
const accents = ['\u0301', '\u0308', '\u0327', '']

test('no order of the words, no capitals and no accents hide a name', () => {
  fc.assert(
    fc.property(name, fc.infiniteStream(fc.nat(1000)), (words, dice) => {
      const next = () => dice.next().value as number
      const shown = words
        .map((text) => ({ text, at: next() }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ text }) =>
          [...text]
            .map((letter) => (next() % 2 ? letter.toUpperCase() : letter) + accents[next() % accents.length]!)
            .join(''),
        )
        .join(next() % 2 ? ' ' : ', ')
      expect(score(words.join(' '), shown)).toBe(100)
    }),
  )
})

test('one mistyped letter does not hide a name, and is not called exact', () => {
  fc.assert(
    fc.property(name, fc.nat(), fc.nat(), (words, which, where) => {
      const i = which % words.length
      const at = where % words[i]!.length
      const typed = words.with(i, `${words[i]!.slice(0, at)}w${words[i]!.slice(at + 1)}`)
      const found = score(words.join(' '), typed.join(' '))
      expect(found).toBeGreaterThanOrEqual(nameThreshold)
      expect(found).toBeLessThan(100)
    }),
  )
})

test('the score is the same both ways and never throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
      const [one, other] = [comparableName(a), comparableName(b)]
      if (!one || !other) return
      expect(nameScore(one, other)).toBe(nameScore(other, one))
    }),
  )
})

test('an address is found with further lines, and not by its town alone', () => {
  expect(addressScore('Flat 3, 12 Example Street, Testville, 10115', '12 Example Street Testville')).toBe(100)
  expect(addressScore('Улица Примерная 5, Тестград', 'ulitsa Primernaya 5 Testgrad')).toBe(100)
  expect(addressScore('7 Other Road, Testville', '12 Example Street Testville')).toBe(0)
  expect(addressScore('Testville', 'Testville')).toBe(0)
})
