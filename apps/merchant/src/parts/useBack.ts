import { useCallback } from 'react'
import type { Path } from '../paths.ts'
import { goBack } from '../router.ts'

/** Goes back to where the merchant came from; to `otherwise` when the app was opened right here. */
export const useBack = (otherwise: Path): (() => void) => useCallback(() => goBack(otherwise), [otherwise])
