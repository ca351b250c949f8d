import { useApiMutation, useApiQuery } from '@quayside/client'
import { logout, me } from '@quayside/contract'
import { ConfirmDialog, ListRow, Page, Rows } from '@quayside/ui'
import { FileCheck2, LogOut, Webhook } from 'lucide-react'
import { useState } from 'react'
import { DeviceRows } from '../../components/DeviceRows.tsx'
import { Imprint } from '../../components/Imprint.tsx'
import { RowGroup } from '../../components/RowGroup.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { useLogout } from '../../hooks/useLogout.ts'
import { useT } from '../../lib/i18n.tsx'
import { link, paths } from '../../paths.ts'
import { Notifications } from '../messages/Notifications.tsx'
import { InstallRow } from './InstallRow.tsx'

/** The settings of this device, the notifications, what only programs and auditors need, and the log-out. */
export function AppScreen() {
  const t = useT()
  const back = useBack(paths.my)
  const isVerified = useApiQuery(me, {}).data?.registration === 'verified'
  const end = useApiMutation(logout)
  const leave = useLogout()
  const [leaving, setLeaving] = useState(false)

  const logOut = async () => {
    // Log out on this device after any response; a session that was not ended expires by itself.
    await end.mutate({})
    await leave()
  }

  return (
    <Page title={t('my.app')} onBack={back}>
      <Rows>
        <DeviceRows />
        <InstallRow />
      </Rows>
      <Notifications />
      <RowGroup title={t('my.advanced')}>
        <ListRow href={link(paths.verify)} icon={<FileCheck2 />} title={t('finance.verify')} />
        {isVerified ? (
          <ListRow href={link(paths.integrations)} icon={<Webhook />} title={t('integrations.title')} />
        ) : null}
      </RowGroup>
      <Rows>
        <ListRow onClick={() => setLeaving(true)} icon={<LogOut />} title={t('my.logout')} />
      </Rows>
      <ConfirmDialog
        open={leaving}
        onOpenChange={setLeaving}
        title={t('my.logout.sure')}
        confirm={t('my.logout')}
        cancel={t('common.cancel')}
        busy={end.isPending}
        onConfirm={() => void logOut()}
      />
      <Imprint />
    </Page>
  )
}
