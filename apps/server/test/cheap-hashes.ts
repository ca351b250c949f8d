/**
 * The smallest cost of Argon2id for servers inside the tests: the thousands of hashes of a whole run would take minutes
 * of a core. A server that a test starts as a process of its own keeps the real cost.
 */
import { setHashCost, smallestCost } from '../src/modules/people/identity/password.ts'

setHashCost(smallestCost)
