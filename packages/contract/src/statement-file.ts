/**
 * The statement as a file: its format, its signature, and the check that nothing in it was changed. These files
 * import nothing from outside this
 * folder: the server, the app and the checker that works from a disk (`verifier.html`) run the same code.
 */
export { checkStatement } from './statement/check-statement.ts'
export {
  asDecimal,
  factRow,
  fileStart,
  headRow,
  machineColumns,
  movementRow,
  noHash,
  signatureComment,
  signatureRow,
  signedText,
  textCell,
  type Movement,
} from './statement/format.ts'
export { sha256 } from './statement/sha256.ts'
export { fingerprintOf } from './statement/signature.ts'
export type { Signed, StatementFacts, Verdict } from './statement/verdict.ts'
