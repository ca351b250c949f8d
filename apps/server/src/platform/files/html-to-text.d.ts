declare module 'html-to-text' {
  /** A function that turns HTML into text. */
  export function compile(options: {
    wordwrap: false
    selectors: { selector: string; format?: string; options?: Record<string, unknown> }[]
  }): (html: string) => string
}
