/** Writes CSV (RFC 4180) that spreadsheets open as text. */

/** Spreadsheets run a text that begins with one of these as a formula. */
const formulaStart = /^'*[=+\-@\t\r]/

/** One CSV line. A text that a spreadsheet would run gets an apostrophe in front, which `readCell` removes. */
export const writeCsvLine = (cells: readonly string[]): string =>
  `${cells
    .map((cell) => (formulaStart.test(cell) ? `'${cell}` : cell))
    .map((cell) => (/[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(',')}\r\n`

/** The text of a cell without the apostrophe that `writeCsvLine` writes. */
export const readCell = (cell: string): string => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell)

/** The byte order mark by which spreadsheets recognise UTF-8. */
export const csvStart = '\ufeff'
