/**
 * Writes the OpenAPI document of this version into docs/api, beside those of earlier releases. Later versions are
 * compared with it. Run it when the version of package.json is set.
 */
import { writeFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openApiDocument } from '../../apps/server/src/platform/http/openapi.ts'

const root = join(import.meta.dirname, '..', '..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const file = join(root, 'docs', 'api', `${version}.json`)
writeFileSync(file, `${JSON.stringify(openApiDocument('https://shop.example', ['merchant', 'store']))}\n`, {
  flag: 'wx',
})
process.stdout.write(`${file}\n`)
