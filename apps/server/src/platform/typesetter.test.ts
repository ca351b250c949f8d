import { expect, test } from 'vitest'
import { typesetter } from './typesetter.ts'

test('the narrow space in French numbers is set as a space, not as a missing glyph', async () => {
  const texts = ['1\u202f234,50', '1\u00a0234,50']
  const set = await typesetter('fr', texts, { title: 'Relevé', author: 'Quayside', at: new Date(0) })
  const [narrow, plain] = texts.map((text) => set.widthOf(text, { size: 10 }))
  expect(narrow).toBe(plain)
})
