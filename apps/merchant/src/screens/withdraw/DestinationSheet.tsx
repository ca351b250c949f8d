import { useApiMutation } from '@quayside/client'
import {
  accountFormOf,
  addDestination,
  checkDestination,
  isLatinName,
  type PayoutNetwork,
  type RequestBody,
  type WithdrawalMethod,
} from '@quayside/contract'
import { Button, IconButton, SegmentTabs, SelectField, Sheet, TextField, toast } from '@quayside/ui'
import { ClipboardPaste } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { OnlineButton } from '../../components/OnlineButton.tsx'
import { focusNow } from '../../lib/focusNow.ts'
import { PasskeyButtons, PaymentPassword } from '../../components/PaymentPassword.tsx'
import { usePasskey, type Confirmation } from '../../hooks/usePasskey.ts'
import { isConfirmationRefusal, usePaymentPassword } from '../../hooks/usePaymentPassword.ts'
import { MutationError } from '../../components/MutationError.tsx'
import { useT } from '../../lib/i18n.tsx'
import { AccountFields } from './AccountFields.tsx'
import { tokenOn, type OfferedNetwork } from './networks.ts'

const empty = { latinHolder: '', bankName: '', cardNumber: '', country: '', account: '', bankCode: '', address: '' }

/**
 * Adds a destination. First the fields, which the server checks; then the account in groups of four, with the
 * confirmation below. The input stays after closing and after a refusal; each wrong field has its own sentence.
 */
export function DestinationSheet({
  method,
  verifiedName,
  bankKinds,
  networks,
  open,
  onClose,
  onSaved,
}: {
  method: WithdrawalMethod
  verifiedName: string | null
  /** The kinds of bank destinations, the one to offer first at the beginning. */
  bankKinds: readonly ('account' | 'card')[]
  networks: readonly OfferedNetwork[]
  open: boolean
  onClose: () => void
  onSaved: (id: string) => void
}) {
  const t = useT()
  const [fields, setFields] = useState({
    ...empty,
    network: networks[0]?.network ?? ('ethereum' as PayoutNetwork),
    kind: bankKinds[0] ?? ('card' as const),
    holder: verifiedName ?? '',
  })
  const form = useRef<HTMLFormElement>(null)
  const check = useApiMutation(checkDestination)
  const add = useApiMutation(addDestination, { awaitRefetch: true })
  const refusal = add.refusal ?? check.refusal
  const password = usePaymentPassword(refusal)
  const passkey = usePasskey('add-destination')
  /** The merchant chose the six digits, or the passkey was not used. */
  const [typing, setTyping] = useState(false)
  const byPasskey = passkey.first && !typing
  const reset = () => {
    check.reset()
    add.reset()
  }

  // Any refusal but one of the confirmation is about the fields.
  const isFieldRefusal = refusal !== null && !isConfirmationRefusal(refusal)
  useEffect(
    () =>
      isFieldRefusal && !password.asking
        ? focusNow(() => form.current?.querySelector<HTMLElement>('[aria-invalid]'))
        : undefined,
    [isFieldRefusal, password.asking],
  )

  const change = (part: Partial<typeof fields>) => {
    reset()
    setFields({ ...fields, ...part })
  }
  const errorOf = (name: string) => refusal?.fields[name]
  const { holder, latinHolder, bankName, cardNumber, country, account, bankCode, network, address } = fields
  const kind = method === 'bank' ? fields.kind : 'address'
  const accountForm = accountFormOf(country)
  const token = networks.find((offered) => offered.network === network)?.token

  // A bank pays under a name in Latin letters: a name in another script gets a second field.
  const names = isLatinName(holder) ? { holder } : { holder, latinHolder }
  const destination: RequestBody<typeof checkDestination> =
    kind === 'card'
      ? { method: 'bank', ...names, bankName, cardNumber }
      : kind === 'account'
        ? { method: 'account', ...names, bankName, country, account, bankCode }
        : { method: 'chain', network, address: address.trim() }

  const checkFields = async () => {
    if (check.isPending) return
    reset()
    if (await check.mutate(destination)) password.ask()
  }
  const save = async (confirmation: Confirmation) => {
    const saved = await add.mutate({ ...destination, ...confirmation })
    password.clear()
    if (!saved) return setTyping(true)
    setFields({ ...fields, ...empty, holder: verifiedName ?? '' })
    password.close()
    setTyping(false)
    toast(t('withdraw.saved'))
    onSaved(saved.id)
  }
  const sign = async () => {
    const signed = await passkey.sign(destination, null)
    if (signed) await save({ passkey: signed })
    else setTyping(true)
  }
  const close = () => {
    password.close()
    setTyping(false)
    reset()
    onClose()
  }

  return (
    <Sheet
      open={open}
      onOpenChange={(is) => (is || add.isPending || check.isPending || passkey.isAsking ? undefined : close())}
      title={t('withdraw.new')}
      footer={
        password.asking ? (
          <>
            {byPasskey ? (
              <PasskeyButtons
                label={t('withdraw.save')}
                busy={passkey.isAsking || add.isPending}
                onPasskey={() => void sign()}
                onDigits={() => setTyping(true)}
              />
            ) : (
              <OnlineButton
                wide
                busy={add.isPending}
                onClick={() => password.confirm((digits) => void save({ paymentPassword: digits }))}
              >
                {t('withdraw.save')}
              </OnlineButton>
            )}
            <Button variant="quiet" wide disabled={add.isPending} onClick={password.close}>
              {t('common.back')}
            </Button>
          </>
        ) : (
          <OnlineButton wide type="submit" form="destination" busy={check.isPending}>
            {t('common.continue')}
          </OnlineButton>
        )
      }
    >
      {password.asking ? (
        <>
          <dl className="flex flex-col gap-2">
            {method === 'bank' ? (
              <>
                <Part label={t('withdraw.holder')} text={holder} />
                {names.latinHolder ? <Part label={t('withdraw.latin')} text={names.latinHolder} /> : null}
                <Part label={t('withdraw.bank')} text={bankName} />
                {kind === 'card' ? (
                  <Part label={t('withdraw.card')} text={inFours(cardNumber.replace(/[ -]/g, ''))} code />
                ) : (
                  <>
                    <Part
                      label={t(accountForm === 'iban' ? 'withdraw.iban' : 'withdraw.account')}
                      text={inFours(account.replace(/\s/g, '').toUpperCase())}
                      code
                    />
                    <Part
                      label={t(accountForm === 'clearing' ? 'withdraw.routing' : 'withdraw.bic')}
                      text={bankCode.trim().toUpperCase()}
                      code
                    />
                  </>
                )}
              </>
            ) : (
              <>
                <Part label={t('withdraw.network')} text={tokenOn(network, token)} />
                <Part label={t('withdraw.address')} text={inFours(address.trim())} code />
              </>
            )}
          </dl>
          {byPasskey ? null : (
            <PaymentPassword
              label={t('withdraw.password')}
              mutation={add}
              password={password}
              passkey={passkey}
              onPasskey={() => void sign()}
              onComplete={(digits) => void save({ paymentPassword: digits })}
            />
          )}
        </>
      ) : (
        <form
          id="destination"
          ref={form}
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            void checkFields()
          }}
        >
          {method === 'bank' ? (
            <>
              <SegmentTabs
                label={t('withdraw.kind')}
                value={fields.kind}
                onChange={(value) => change({ kind: value })}
                items={bankKinds.map((key) => ({
                  key,
                  label: t(key === 'card' ? 'withdraw.method.bank' : 'withdraw.kind.account'),
                }))}
              />
              <TextField
                label={t('withdraw.holder')}
                hint={verifiedName ? t('withdraw.holder.hint', { name: verifiedName }) : undefined}
                error={errorOf('holder')}
                autoComplete="name"
                dir="auto"
                value={holder}
                onChange={(event) => change({ holder: event.target.value })}
              />
              {isLatinName(holder) ? null : (
                <TextField
                  label={t('withdraw.latin')}
                  hint={t('withdraw.latin.hint')}
                  error={errorOf('latinHolder')}
                  autoComplete="off"
                  autoCapitalize="words"
                  spellCheck={false}
                  dir="ltr"
                  value={latinHolder}
                  onChange={(event) => change({ latinHolder: event.target.value })}
                />
              )}
              <TextField
                label={t('withdraw.bank')}
                error={errorOf('bankName')}
                autoComplete="off"
                dir="auto"
                value={bankName}
                onChange={(event) => change({ bankName: event.target.value })}
              />
              {fields.kind === 'card' ? (
                <TextField
                  label={t('withdraw.card')}
                  error={errorOf('cardNumber')}
                  inputMode="numeric"
                  autoComplete="cc-number"
                  dir="ltr"
                  value={cardNumber}
                  onChange={(event) => change({ cardNumber: event.target.value })}
                />
              ) : (
                <AccountFields fields={fields} errorOf={errorOf} onChange={change} />
              )}
            </>
          ) : (
            <>
              <SelectField
                label={t('withdraw.network')}
                error={errorOf('network')}
                value={network}
                onChange={(event) => change({ network: event.target.value as PayoutNetwork })}
              >
                {networks.map((offered) => (
                  <option key={offered.network} value={offered.network}>
                    {tokenOn(offered.network, offered.token)}
                  </option>
                ))}
              </SelectField>
              <TextField
                label={t('withdraw.address')}
                hint={t('withdraw.address.hint')}
                error={errorOf('address')}
                autoComplete="off"
                autoCapitalize="none"
                autoCorrect="off"
                spellCheck={false}
                dir="ltr"
                value={address}
                onChange={(event) => change({ address: event.target.value })}
                end={
                  // Over plain HTTP there is no clipboard API; the phone's own paste still works.
                  navigator.clipboard ? (
                    <IconButton
                      label={t('withdraw.paste')}
                      icon={<ClipboardPaste aria-hidden className="size-5 text-accent" />}
                      onClick={() =>
                        void navigator.clipboard.readText().then(
                          (text) => change({ address: text.trim() }),
                          () => form.current?.querySelector('input')?.focus(),
                        )
                      }
                    />
                  ) : null
                }
              />
            </>
          )}
          {Object.keys(refusal?.fields ?? {}).length > 0 ? null : (
            <MutationError mutation={add.refusal ? add : check} />
          )}
        </form>
      )}
    </Sheet>
  )
}

const inFours = (text: string) => text.match(/.{1,4}/g)?.join(' ') ?? ''

function Part({ label, text, code = false }: { label: string; text: string; code?: boolean }) {
  return (
    <div>
      <dt className="text-small text-muted">{label}</dt>
      <dd>
        <bdi dir={code ? 'ltr' : 'auto'} className={code ? 'font-mono' : 'font-semibold'}>
          {text}
        </bdi>
      </dd>
    </div>
  )
}
