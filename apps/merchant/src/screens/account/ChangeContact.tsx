import { useApiMutation } from '@quayside/client'
import { sendNewContactCode, type ResponseBody, type personalInfo } from '@quayside/contract'
import { TextField } from '@quayside/ui'
import { useState } from 'react'
import { PasswordField } from '../../components/PasswordField.tsx'
import { MutationError } from '../../components/MutationError.tsx'
import { SendCodeButton } from '../../components/SentCode.tsx'
import { useT } from '../../lib/i18n.tsx'
import { Proof, useProof } from './Proof.tsx'

/** Replaces the phone or e-mail, with the login password and a code that is sent to the new one. */
export function ChangeContact({
  contact: { channel },
  onDone,
}: {
  contact: ResponseBody<typeof personalInfo>['contacts'][number]
  onDone: () => void
}) {
  const t = useT()
  const send = useApiMutation(sendNewContactCode)
  const [address, setAddress] = useState('')
  const [loginPassword, setLoginPassword] = useState('')
  const proof = useProof(channel, async () => (await send.mutate({ channel, address, loginPassword })) !== null, onDone)
  const fields = send.refusal?.fields ?? {}
  const loginRefused = send.refusal?.reason.startsWith('login/') ? send.refusal.message : fields['loginPassword']
  const email = channel === 'email'
  return (
    <Proof proof={proof}>
      <p className="text-muted">{t('account.change.text')}</p>
      <TextField
        label={email ? t('account.new-email') : t('account.new-phone')}
        hint={email ? undefined : t('register.phone.hint')}
        error={fields['address']}
        type={email ? 'email' : 'tel'}
        inputMode={email ? 'email' : 'tel'}
        autoComplete={channel === 'email' ? 'email' : 'tel'}
        autoCapitalize="none"
        dir="ltr"
        value={address}
        onChange={(event) => setAddress(event.target.value)}
      />
      <PasswordField
        label={t('pay-password.login')}
        error={loginRefused}
        autoComplete="current-password"
        value={loginPassword}
        onChange={(event) => setLoginPassword(event.target.value)}
      />
      <SendCodeButton sentCode={proof.sent} busy={send.isPending} />
      {loginRefused || Object.keys(fields).length > 0 ? null : <MutationError mutation={send} />}
    </Proof>
  )
}
