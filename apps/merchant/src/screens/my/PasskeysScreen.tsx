import { useApiMutation, useApiQuery } from '@quayside/client'
import { createPasskey, devicePasskeys, hasPasskeys } from '@quayside/client/passkey'
import {
  addPaymentPasskey,
  beginPaymentPasskey,
  paymentPasskeys,
  removePaymentPasskey,
  type ResponseBody,
} from '@quayside/contract'
import {
  Chest,
  EmptyState,
  IconButton,
  ListRow,
  Page,
  Problem,
  Rows,
  Sheet,
  StatusChip,
  TextField,
  toast,
} from '@quayside/ui'
import { FingerprintPattern, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { MutationError } from '../../components/MutationError.tsx'
import { OnlineButton } from '../../components/OnlineButton.tsx'
import { PaymentPassword, SetPaymentPassword } from '../../components/PaymentPassword.tsx'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { useBack } from '../../hooks/useBack.ts'
import { useLacks } from '../../hooks/useLacks.ts'
import { usePaymentPassword } from '../../hooks/usePaymentPassword.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'
import { paths } from '../../paths.ts'
import { myProfileQuery } from './queries.ts'

type Passkey = ResponseBody<typeof paymentPasskeys>['list'][number]

/** The passkeys that confirm payments and withdrawals. Adding and removing one needs the payment password. */
export function PasskeysScreen() {
  const t = useT()
  const format = useFormat()
  const back = useBack(paths.security)
  const passkeys = useApiQuery(paymentPasskeys, {})
  const profile = useApiQuery(...myProfileQuery)
  const [open, setOpen] = useState<Passkey | 'new' | null>(null)
  const close = () => setOpen(null)
  return (
    <Page title={t('passkeys.title')} onBack={back}>
      <QueryBoundary query={{ ...passkeys, data: profile.isLoading ? undefined : passkeys.data }}>
        {({ host, list }) => (
          <>
            {list.length === 0 ? (
              <EmptyState scene={<Chest />} title={t('passkeys.empty')} text={t('passkeys.text')} />
            ) : (
              <Rows>
                {list.map((passkey) => (
                  <div key={passkey.id} className="flex items-center pe-1">
                    <ListRow
                      icon={<FingerprintPattern />}
                      title={
                        <>
                          <bdi>{passkey.name}</bdi>{' '}
                          {devicePasskeys.has(passkey.id) ? (
                            <StatusChip tone="success">{t('account.devices.here')}</StatusChip>
                          ) : null}
                        </>
                      }
                      detail={
                        <>
                          <span className="block">{t('passkeys.since', { date: format.date(passkey.createdAt) })}</span>
                          <span className="block">
                            {passkey.usedAt
                              ? t('account.devices.used', { ago: format.ago(passkey.usedAt) })
                              : t('integrations.keys.unused')}
                            {passkey.backedUp ? ` · ${t('passkeys.synced')}` : null}
                          </span>
                        </>
                      }
                    />
                    <IconButton
                      label={t('common.named', { label: t('passkeys.remove'), value: passkey.name })}
                      icon={<Trash2 aria-hidden className="size-5 text-danger" />}
                      onClick={() => setOpen(passkey)}
                    />
                  </div>
                ))}
              </Rows>
            )}
            {!hasPasskeys(host) ? (
              <p className="text-muted">{t('passkeys.unsupported')}</p>
            ) : profile.data?.paymentPasswordSet ? (
              <div className="mt-auto">
                <OnlineButton wide icon={<Plus aria-hidden />} onClick={() => setOpen('new')}>
                  {t('passkeys.add')}
                </OnlineButton>
              </div>
            ) : (
              <SetPaymentPassword label={t('pay-password.title')} />
            )}
          </>
        )}
      </QueryBoundary>
      {open === 'new' ? <AddSheet onClose={close} /> : open ? <RemoveSheet passkey={open} onClose={close} /> : null}
    </Page>
  )
}

/** The system of this device, as a name that the merchant can change. */
const deviceName = () => /iPhone|iPad|Android|Windows|Mac|Linux/.exec(navigator.userAgent)?.[0] ?? ''

/** Asks for a name and the payment password; then the device creates the passkey. */
function AddSheet({ onClose }: { onClose: () => void }) {
  const t = useT()
  const [name, setName] = useState(deviceName)
  const [creating, setCreating] = useState(false)
  const [failed, setFailed] = useState(false)
  const begin = useApiMutation(beginPaymentPasskey)
  const add = useApiMutation(addPaymentPasskey, { awaitRefetch: true })
  const password = usePaymentPassword(begin.refusal)
  const { form, sentences, isWhole } = useLacks<HTMLDivElement, 'name'>({
    name: name.trim() === '' && t('common.required'),
  })
  const isPending = begin.isPending || creating || add.isPending
  const submit = async (paymentPassword: string) => {
    if (!isWhole()) return
    setFailed(false)
    add.reset()
    const begun = await begin.mutate({ paymentPassword })
    password.clear()
    if (!begun) return
    setCreating(true)
    const response = await createPasskey(begun.options)
    setCreating(false)
    if (!response) return setFailed(true)
    const added = await add.mutate({ name, response })
    if (!added) return
    devicePasskeys.add(added.id)
    toast(t('passkeys.added'))
    onClose()
  }
  return (
    <Sheet
      open
      title={t('passkeys.add')}
      onOpenChange={(open) => (open || isPending ? undefined : onClose())}
      footer={
        <OnlineButton
          wide
          busy={isPending}
          onClick={() => (isWhole() ? password.confirm((digits) => void submit(digits)) : undefined)}
        >
          {t('passkeys.add')}
        </OnlineButton>
      }
    >
      <div ref={form}>
        <TextField
          label={t('integrations.keys.name')}
          autoComplete="off"
          maxLength={60}
          dir="auto"
          value={name}
          error={sentences.name ?? add.refusal?.fields['name']}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      {failed ? <Problem title={t('passkeys.failed')} /> : null}
      {add.refusal && !add.refusal.fields['name'] ? <Problem title={add.refusal.message} /> : null}
      {add.refusal ? null : <MutationError mutation={add} />}
      <PaymentPassword
        label={t('withdraw.password')}
        mutation={{ ...begin, isPending }}
        password={password}
        onComplete={(digits) => void submit(digits)}
      />
    </Sheet>
  )
}

function RemoveSheet({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const t = useT()
  const remove = useApiMutation(removePaymentPasskey, { awaitRefetch: true })
  const password = usePaymentPassword(remove.refusal)
  const submit = async (paymentPassword: string) => {
    const removed = await remove.mutate({ id: passkey.id, paymentPassword })
    password.clear()
    if (!removed) return
    toast(t('passkeys.removed'))
    onClose()
  }
  return (
    <Sheet
      open
      title={t('passkeys.remove.sure', { name: passkey.name })}
      onOpenChange={(open) => (open || remove.isPending ? undefined : onClose())}
      footer={
        <OnlineButton
          wide
          variant="danger"
          busy={remove.isPending}
          onClick={() => password.confirm((digits) => void submit(digits))}
        >
          {t('passkeys.remove')}
        </OnlineButton>
      }
    >
      <p>{t('passkeys.remove.text')}</p>
      <PaymentPassword
        label={t('withdraw.password')}
        mutation={remove}
        password={password}
        onComplete={(digits) => void submit(digits)}
      />
    </Sheet>
  )
}
