/** A row of a file with the number of its line, from 1. */
export type FileRow = { line: number; cells: string[] }
export type FileFormat = 'csv' | 'xlsx'
