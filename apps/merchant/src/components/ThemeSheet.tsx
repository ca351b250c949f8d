import { chooseTheme, Sheet, useTheme, type Theme, PlainButton } from '@quayside/ui'
import { Check } from 'lucide-react'
import { useT } from '../lib/i18n.tsx'

const themes: Theme[] = ['system', 'light', 'dark']

/** Chooses the theme: light, dark, or that of the phone. */
export function ThemeSheet({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useT()
  const theme = useTheme()
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('common.theme')}>
      <ul>
        {themes.map((choice) => (
          <li key={choice}>
            <PlainButton
              aria-pressed={choice === theme}
              onClick={() => {
                chooseTheme(choice)
                onOpenChange(false)
              }}
              className="flex min-h-12 w-full items-center justify-between rounded-field px-2 text-start active:bg-raised"
            >
              {t(`common.theme.${choice}`)}
              {choice === theme ? <Check aria-hidden className="size-5 text-accent" /> : null}
            </PlainButton>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
