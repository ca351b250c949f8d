/** Every test fails when a page of it had an error that nothing caught. */
import { afterEach, expect } from 'vitest'
import { takePageErrors } from './page-errors.ts'

afterEach(() => {
  expect(takePageErrors()).toEqual([])
})
