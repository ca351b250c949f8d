import { useApiMutation } from '@quayside/client'
import { proveContact, type Channel } from '@quayside/contract'
import { Button, toast } from '@quayside/ui'
import type { FormEvent, ReactNode } from 'react'
import { DemoMessages } from '../../components/DemoMessages.tsx'
import { MutationError } from '../../components/MutationError.tsx'
import { CodeField, useSentCode } from '../../components/SentCode.tsx'
import { useT } from '../../lib/i18n.tsx'

/** The state of proving a contact by a code. `send` sends the code and resolves to whether it was sent. */
export function useProof(channel: Channel, send: () => Promise<boolean>, onDone: () => void) {
  const t = useT()
  const act = useApiMutation(proveContact, { awaitRefetch: true })
  const refused = act.refusal?.reason.startsWith('code/') ? act.refusal.message : act.refusal?.fields['code']
  const sent = useSentCode(send, refused)
  const prove = async (event: FormEvent) => {
    event.preventDefault()
    if (!sent.sent) return sent.ask()
    const done = await act.mutate({ channel, code: sent.code })
    if (!done) return
    toast(done.changed ? t('account.changed') : t('my.verified'))
    onDone()
  }
  return { act, sent, prove }
}

/** The form to send the code and to enter it afterwards. */
export function Proof({
  proof: { act, sent, prove },
  children,
}: {
  proof: ReturnType<typeof useProof>
  children: ReactNode
}) {
  const t = useT()
  return (
    <form onSubmit={(event) => void prove(event)} noValidate className="flex flex-1 flex-col gap-5">
      {children}
      <DemoMessages />
      {sent.sent ? (
        <>
          <CodeField sentCode={sent} />
          {sent.refused ? null : <MutationError mutation={act} />}
          <div className="mt-auto">
            <Button type="submit" wide busy={act.isPending}>
              {t('account.confirm')}
            </Button>
          </div>
        </>
      ) : null}
    </form>
  )
}
