import type { SettingName } from '@quayside/contract/settings'
import { createText } from '../../lib/texts.ts'
import settings from '../../locales/en/settings.ts'

export const text = createText(settings)

export const settingName = (name: SettingName): string => text(`settings.name.${name}`)
