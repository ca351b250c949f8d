import { useApiMutation } from '@quayside/client'
import { appealRejection, type ResponseBody, type withdrawDetail } from '@quayside/contract'
import { Button, Sheet, TextArea, toast } from '@quayside/ui'
import { useState, type FormEvent } from 'react'
import { MutationError } from '../../components/MutationError.tsx'
import { OnlineButton } from '../../components/OnlineButton.tsx'
import { useFocusRefused } from '../../hooks/useFocusRefused.ts'
import { useIntent } from '../../hooks/useIntent.ts'
import { useFormat, useT } from '../../lib/i18n.tsx'

/** The appeal against a rejection: its state, or the button that opens its form. */
export function AppealCard({ withdrawal }: { withdrawal: ResponseBody<typeof withdrawDetail> }) {
  const t = useT()
  const format = useFormat()
  const { id, appeal, appealUntil, may } = withdrawal
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const send = useApiMutation(appealRejection)
  const form = useFocusRefused<HTMLFormElement>(send.refusal)
  const intent = useIntent()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await send.mutate({ id, text }, { key: intent.keyFor(`${id} ${text}`) }))) return
    setOpen(false)
    toast(t('withdraw.appeal.sent'))
  }

  if (appeal)
    return (
      <div role="status">
        <p className="font-semibold">
          {appeal.state === 'open'
            ? t('withdraw.appeal.open', { when: format.dateTime(appeal.decideBy) })
            : appeal.state === 'declined'
              ? t('withdraw.appeal.declined')
              : t(appeal.answer ? 'withdraw.appeal.granted' : 'withdraw.appeal.late')}
        </p>
        {appeal.answer ? (
          <p className="text-small" dir="auto">
            {appeal.answer}
          </p>
        ) : null}
      </div>
    )
  if (!may.appeal || !appealUntil) return null
  const hint = t('withdraw.appeal.hint', { when: format.dateTime(appealUntil) })
  return (
    <>
      <OnlineButton variant="secondary" wide onClick={() => setOpen(true)}>
        {t('withdraw.appeal')}
      </OnlineButton>
      <Sheet open={open} onOpenChange={setOpen} title={t('withdraw.appeal.title')}>
        <form ref={form} onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
          <TextArea
            label={t('withdraw.appeal.text')}
            hint={hint}
            error={send.refusal?.fields['text']}
            rows={5}
            maxLength={1000}
            dir="auto"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          {send.refusal?.fields['text'] ? null : <MutationError mutation={send} />}
          <Button type="submit" wide busy={send.isPending}>
            {t('withdraw.appeal.send')}
          </Button>
        </form>
      </Sheet>
    </>
  )
}
