/** Commands for stored files. `copy` copies them from the folder in QUAYSIDE_DATA to the bucket of QUAYSIDE_BUCKET. */
import { copyFiles, folderOf } from './copy-files.ts'
import { s3Storage } from '../platform/files/s3-storage.ts'
import { readSettingFiles } from '../settings-files.ts'
import { MissingSettings, readS3 } from '../settings.ts'

const print = (line: string): void => void process.stdout.write(`${line}\n`)

try {
  readSettingFiles()
  const missing: string[] = []
  const s3 = readS3(process.env, missing)
  if (!s3 && missing.length === 0) missing.push('QUAYSIDE_BUCKET: the bucket; see docs/operating.md')
  if (process.argv[2] !== 'copy' || process.argv.length > 3) missing.push('usage: files copy')
  if (missing.length > 0) throw new MissingSettings(missing)
  const { copied, present } = await copyFiles(
    folderOf(process.env['QUAYSIDE_DATA'] ?? '.data'),
    s3Storage(s3!),
    (progress) => print(`${progress.copied} copied, ${progress.present} were there`),
  )
  print(`${copied} copied, ${present} were there; all are equal`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
