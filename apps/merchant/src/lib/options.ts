/** The options of a variant in one line, such as "Red · L". */
export const optionsLine = (options: readonly { value: string }[]): string =>
  options.map(({ value }) => value).join(' · ')
