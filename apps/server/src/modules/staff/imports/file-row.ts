import type { TextEncoding } from '@quayside/contract'

/** A row of a file with the number of its first line, from 1. */
export type FileRow = { line: number; cells: string[] }
export type FileFormat = 'csv' | 'xlsx'
/**
 * How a file is read: the encoding of a text file, the index of the worksheet of a workbook, the line of the header.
 */
export type FileLayout = { encoding: TextEncoding | null; sheet: number; headerLine: number }
