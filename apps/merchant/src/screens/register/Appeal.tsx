import { useApiMutation } from '@quayside/client'
import { appealRegistration } from '@quayside/contract'
import { Button, Card, TextArea } from '@quayside/ui'
import { useState } from 'react'
import { MutationError } from '../../components/MutationError.tsx'
import { useT } from '../../lib/i18n.tsx'

/** The one appeal against a rejection, or that it was used. */
export function Appeal({ mayAppeal }: { mayAppeal: boolean }) {
  const t = useT()
  const [text, setText] = useState('')
  const act = useApiMutation(appealRegistration)
  if (!mayAppeal)
    return (
      <Card>
        <p>{t('register.appeal.used')}</p>
      </Card>
    )
  return (
    <Card>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void act.mutate({ text })
        }}
      >
        <p>{t('register.appeal.text')}</p>
        <TextArea
          label={t('register.appeal.field')}
          rows={4}
          maxLength={1000}
          value={text}
          error={act.refusal?.fields['text']}
          onChange={(event) => setText(event.target.value)}
        />
        {act.refusal?.fields['text'] ? null : <MutationError mutation={act} />}
        <Button type="submit" wide busy={act.isPending}>
          {t('register.appeal')}
        </Button>
      </form>
    </Card>
  )
}
