import { languages } from '@quayside/contract'
import { ListRow, useTheme } from '@quayside/ui'
import { Languages, SunMoon } from 'lucide-react'
import { useState } from 'react'
import { useI18n, useT } from '../lib/i18n.tsx'
import { LanguageSheet } from './LanguageSheet.tsx'
import { ThemeSheet } from './ThemeSheet.tsx'

/** The settings of this device, as rows of a list: the language and the theme. */
export function DeviceRows() {
  const t = useT()
  const { lang } = useI18n()
  const theme = useTheme()
  const [open, setOpen] = useState<'language' | 'theme' | null>(null)
  return (
    <>
      <ListRow
        onClick={() => setOpen('language')}
        icon={<Languages />}
        title={t('common.language')}
        end={languages.find((l) => l.code === lang)?.name}
      />
      <ListRow
        onClick={() => setOpen('theme')}
        icon={<SunMoon />}
        title={t('common.theme')}
        end={t(`common.theme.${theme}`)}
      />
      <LanguageSheet open={open === 'language'} onOpenChange={(is) => setOpen(is ? 'language' : null)} />
      <ThemeSheet open={open === 'theme'} onOpenChange={(is) => setOpen(is ? 'theme' : null)} />
    </>
  )
}
