/**
 * The statement file: its format, its signature, and the check for changes. The server, the app and the offline
 * checker (`verifier.html`) run the same code, so these files import nothing from outside this folder.
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
export { chainStart, extendChain, type ChainPosition, type ChainRecord } from './statement/verify-chain.ts'
