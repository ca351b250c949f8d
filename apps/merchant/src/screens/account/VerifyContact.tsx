import { useApiMutation } from '@quayside/client'
import { sendContactCode, type ResponseBody, type personalInfo } from '@quayside/contract'
import { ChevronRight } from 'lucide-react'
import { MutationError } from '../../components/MutationError.tsx'
import { isolate, SendCodeButton } from '../../components/SentCode.tsx'
import { useT } from '../../lib/i18n.tsx'
import { link, paths } from '../../paths.ts'
import { Proof, useProof } from './Proof.tsx'

/** Verifies the present phone or e-mail by a code sent to it. */
export function VerifyContact({
  contact: { channel, address },
  onDone,
}: {
  contact: ResponseBody<typeof personalInfo>['contacts'][number]
  onDone: () => void
}) {
  const t = useT()
  const send = useApiMutation(sendContactCode)
  const proof = useProof(channel, async () => (await send.mutate({ channel })) !== null, onDone)
  return (
    <Proof proof={proof}>
      <p className="text-muted">{t('account.verify.text', { where: isolate(address) })}</p>
      <SendCodeButton sentCode={proof.sent} busy={send.isPending} />
      <MutationError mutation={send} />
      <a
        href={link(paths.security, { change: channel })}
        className="inline-flex min-h-12 items-center gap-1 self-start text-accent no-underline"
      >
        {t(channel === 'email' ? 'account.change-email' : 'account.change-phone')}
        <ChevronRight aria-hidden className="mirror size-4" />
      </a>
    </Proof>
  )
}
