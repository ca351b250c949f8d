import { useAct } from '@quayside/client'
import { sendContactCode, type Answer, type personalInfo } from '@quayside/contract'
import { ActProblem } from '../../parts/Reading.tsx'
import { apart, SendCodeButton } from '../../parts/SentCode.tsx'
import { useT } from '../../words.tsx'
import { Proof, useProof } from './Proof.tsx'

/** Verifies the present phone or e-mail with a code that is sent there. */
export function VerifyContact({
  contact: { channel, address },
  onDone,
}: {
  contact: Answer<typeof personalInfo>['contacts'][number]
  onDone: () => void
}) {
  const t = useT()
  const send = useAct(sendContactCode)
  const proof = useProof(channel, async () => (await send.act({ channel })) !== null, onDone)
  return (
    <Proof of={proof}>
      <p className="text-muted">{t('account.verify.text', { where: apart(address) })}</p>
      <SendCodeButton of={proof.sent} busy={send.busy} />
      <ActProblem of={send} />
    </Proof>
  )
}
