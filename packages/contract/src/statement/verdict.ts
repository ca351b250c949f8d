/** The facts of a file by their keys. */
export type StatementFacts = Record<string, string>

/**
 * The signer of a file: the holder of a trusted key, the holder of another key, nobody, or unchecked on a device
 * without Ed25519. Only a trusted key proves the origin of the file. Any other file is only consistent with itself,
 * and anybody can write such a file.
 */
export type Signed = { by: 'known' | 'unknown' | 'unchecked'; key: string } | { by: 'nobody' }

export type Verdict =
  | { found: 'unchanged'; records: number; head: string; facts: StatementFacts; signed: Signed }
  /** A PDF: only its signature can be checked. */
  | { found: 'document'; signed: Exclude<Signed, { by: 'nobody' }> }
  /** The signature does not match the content. */
  | { found: 'forged' }
  /** This device does not know the time zone of the file. */
  | { found: 'zone'; zone: string }
  /** The first record that was changed, by its position in the chain. */
  | { found: 'changed'; record: string }
  /** All records are correct, but a fact before or after them is wrong. */
  | { found: 'frame' }
  | { found: 'unreadable' }
