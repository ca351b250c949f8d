import { expect, test } from 'vitest'
import { onlyRemovesWords } from './review.ts'

test('a redaction leaves words out and adds or changes none', () => {
  const original = 'Call Bea at 555-0100. The parcel was late!'
  for (const redacted of ['Call […] at […]. The parcel was late!', 'The parcel was late.', 'Call at. The parcel late'])
    expect(onlyRemovesWords(original, redacted), redacted).toBe(true)
  for (const redacted of [
    original,
    'The parcel was not late!',
    'The parcel was early!',
    'late The parcel',
    `${original} Thanks`,
  ])
    expect(onlyRemovesWords(original, redacted), redacted).toBe(false)
})
