/**
 * A registration: what a merchant sends to be verified as the owner of a shop. The merchant edits a draft and submits
 * it; an operator claims it and verifies it, rejects it, or asks for more information, which makes it editable again.
 * The merchant may appeal once against a rejection.
 */
import type { RegistrationState } from '@quayside/contract'
import type { RegistrationRow } from '../store.ts'

const editableStates: readonly string[] = ['draft', 'more-information']

export const isEditable = (row: RegistrationRow): boolean => editableStates.includes(row.state)

/** The column of each identity document. */
export const documentColumns = { idFront: 'id_front', idBack: 'id_back', idInHand: 'id_in_hand' } as const

/** Whether a registration waits for a decision. */
export const isWaiting = (state: RegistrationState): boolean => state === 'submitted' || state === 'in-review'
