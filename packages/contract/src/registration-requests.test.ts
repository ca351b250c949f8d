import { expect, test } from 'vitest'
import { safeParse } from 'zod/mini'
import { registrationFields, requestSentencesOf, requestSentences } from './identity.ts'
import { decideRegistration } from './shop-admin.ts'

const shopId = '01900000-0000-7000-8000-000000000000'

test('a field of a registration is requested only with a sentence that fits it', () => {
  for (const field of registrationFields)
    for (const sentence of requestSentences) {
      const asked = { [field]: { sentence } }
      const { success } = safeParse(decideRegistration.input, { shopId, decision: 'more-information', asked })
      expect(success, `${field}: ${sentence}`).toBe(requestSentencesOf[field].includes(sentence))
    }
  for (const field of ['logo', 'shopName', 'address', 'country', 'realName'] as const)
    expect(requestSentencesOf[field]).not.toContain('document-expired')
})
