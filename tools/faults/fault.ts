/**
 * Faults as people make them: each takes one defence away. The tests named with it must fail. `find` stands exactly once in its file, so that a
 * fault whose place has changed is noticed and brought up to date.
 */
export type Fault = {
  name: string
  edits: { file: string; find: string; replace: string }[]
  tests: string[]
}

/** A fault of one edit. `find` stands exactly once in `file`; `tests` are files, one of whose tests must fail. */
export const fault = (name: string, file: string, find: string, replace: string, tests: string[]): Fault => ({
  name,
  edits: [{ file, find, replace }],
  tests,
})
