import { ListRow } from '@quayside/ui'
import { Smartphone } from 'lucide-react'
import { isAppleBrowser, useInstall } from '../../app/appVersion.ts'
import { useT } from '../../lib/i18n.tsx'

/** A row to install the app, if the browser supports it. */
export function InstallRow() {
  const t = useT()
  const install = useInstall()
  if (install)
    return <ListRow icon={<Smartphone />} title={t('app.install')} detail={t('app.install.text')} onClick={install} />
  return isAppleBrowser() ? (
    <ListRow icon={<Smartphone />} title={t('app.install')} detail={t('app.install.share')} />
  ) : null
}
