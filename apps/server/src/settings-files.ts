/** Settings whose values stand in files, as secrets of containers and of systemd do. */
import { readFileSync } from 'node:fs'
import { variables } from './settings-variables.ts'

type Env = Record<string, string | undefined>

/**
 * Sets each variable of the settings for which `<NAME>_FILE` names a file to the content of the file, without the end
 * of its last line. Every program calls it before it reads a setting.
 * Throws an error that names every file that cannot be read and every variable that is given twice.
 */
export function readSettingFiles(env: Env = process.env): void {
  const problems: string[] = []
  for (const name of Object.keys(variables)) {
    const path = env[`${name}_FILE`]?.trim()
    if (!path) continue
    delete env[`${name}_FILE`]
    if (env[name]?.trim()) problems.push(`${name}: it is given, and ${name}_FILE too`)
    else
      try {
        env[name] = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
      } catch (error) {
        problems.push(`${name}_FILE: ${error instanceof Error ? error.message : String(error)}`)
      }
  }
  if (problems.length > 0) throw new SettingFileError(problems.join('\n'))
}

/** A file of a setting cannot be read, or its variable is given twice. */
export class SettingFileError extends Error {}
