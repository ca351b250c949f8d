import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { groups } from './code-splitting.ts'

test('every desk has a file of scripts', () => {
  const folders = globSync('desks/*/*Desk.tsx', { cwd: join(import.meta.dirname, '..', 'src') }).map(
    (file) => file.split('/')[1]!,
  )
  const grouped = Object.values(groups).flat()
  expect(new Set(grouped).size).toBe(grouped.length)
  expect(folders.filter((folder) => !grouped.includes(folder))).toEqual([])
  expect(grouped.filter((folder) => !folders.includes(folder))).toEqual([])
})
