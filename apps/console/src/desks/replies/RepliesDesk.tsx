import { newKey, useApiMutation } from '@quayside/client'
import {
  deleteReply,
  languages,
  listReplies,
  maxMessageLength,
  replyVariables,
  saveReply,
  type Language,
  type ResponseBody,
} from '@quayside/contract'
import { Button, SelectField, TextArea, TextField, toast } from '@quayside/ui'
import { Languages, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useOperator } from '../../app/operator.ts'
import { DecisionBar } from '../../components/DecisionBar.tsx'
import { defineDesk } from '../../components/defineDesk.tsx'
import { fact, FactList, Section } from '../../components/FactList.tsx'
import { MutationProblem } from '../../components/QueryState.tsx'
import { Detail } from '../../components/Queue.tsx'
import { StateChip } from '../../components/StateChip.tsx'
import { useUrlState } from '../../hooks/useUrlState.ts'
import { useUnsaved } from '../../hooks/useUnsaved.ts'
import { formatDateTime } from '../../lib/format.ts'
import { createText } from '../../lib/texts.ts'
import replies from '../../locales/en/replies.ts'

const text = createText(replies)
type Reply = ResponseBody<typeof listReplies>['list'][number]

const useMayNot = () => (useOperator().roles.includes('support') ? undefined : text('replies.may-not'))

/** The saved replies: one entry with its texts by language. */
export default defineDesk({
  name: 'replies',
  texts: replies,
  list: listReplies,
  filters: { search: {} },
  row: (reply) => (
    <>
      <bdi className="min-w-0 flex-1 truncate font-semibold">{reply.name}</bdi>
      <ReplyState reply={reply} />
    </>
  ),
  Item: ({ data }) => <ReplyForm key={data.version} reply={data} />,
  Form: ({ onMade }) => <ReplyForm reply={null} onMade={onMade} />,
  makers: ['support'],
})

const ReplyState = ({ reply: { missing } }: { reply: Reply }) =>
  missing.length > 0 ? (
    <StateChip tone="warning" icon={TriangleAlert} label={text('replies.missing', { n: missing.length })} />
  ) : (
    <StateChip tone="success" icon={Languages} label={text('replies.complete')} />
  )

function ReplyForm({ reply, onMade }: { reply: Reply | null; onMade?: (id: string) => void }) {
  const mayNot = useMayNot()
  const [, setSearch] = useUrlState()
  const [id] = useState(() => reply?.id ?? newKey())
  const [name, setName] = useState(reply?.name ?? '')
  const [texts, setTexts] = useState<Partial<Record<Language, string>>>(reply?.texts ?? {})
  const [language, setLanguage] = useState<Language>('en')
  const save = useApiMutation(saveReply)
  const letGo = useUnsaved(name !== (reply?.name ?? '') || JSON.stringify(texts) !== JSON.stringify(reply?.texts ?? {}))
  const remove = useApiMutation(deleteReply)
  const submit = async () => {
    const given = Object.fromEntries(
      Object.entries(texts).flatMap(([code, value]) => (value.trim() ? [[code, value.trim()]] : [])),
    )
    const saved = await save.mutate({ id, version: reply?.version ?? null, name, texts: given })
    if (!saved) return
    toast(text('replies.saved'))
    letGo()
    onMade?.(id)
  }
  const fieldError = Object.entries(save.refusal?.fields ?? {}).find(([field]) => field.startsWith('texts'))
  return (
    <Detail
      title={reply?.name ?? text('replies.new')}
      state={reply ? <ReplyState reply={reply} /> : null}
      bar={
        reply ? (
          <DecisionBar
            sends={[remove]}
            decisions={[
              {
                id: 'delete',
                label: text('replies.delete'),
                keys: 'd',
                variant: 'danger',
                disabled: mayNot,
                consequence: text('replies.delete.consequence'),
                run: async () => {
                  const done = await remove.mutate({ id })
                  if (done) {
                    letGo()
                    setSearch({ row: undefined })
                  }
                  return done !== null
                },
              },
            ]}
          />
        ) : null
      }
    >
      <form
        className="flex max-w-2xl flex-col gap-3 px-4 py-3"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <TextField
          label={text('replies.name')}
          value={name}
          maxLength={60}
          dir="auto"
          required
          disabled={mayNot !== undefined}
          error={save.refusal?.fields['name']}
          onChange={(event) => setName(event.target.value)}
        />
        <SelectField
          label={text('replies.language')}
          value={language}
          onChange={(event) => setLanguage(event.target.value as Language)}
        >
          {languages.map((one) => (
            <option key={one.code} value={one.code}>
              {texts[one.code]?.trim() ? one.name : text('replies.language.missing', { language: one.name })}
            </option>
          ))}
        </SelectField>
        <TextArea
          label={text('replies.text', { language: languages.find((one) => one.code === language)!.name })}
          rows={6}
          lang={language}
          dir="auto"
          maxLength={maxMessageLength}
          value={texts[language] ?? ''}
          disabled={mayNot !== undefined}
          hint={text('replies.variables', { names: replyVariables.map((one) => `{${one}}`).join(', ') })}
          error={fieldError?.[1]}
          onChange={(event) => setTexts({ ...texts, [language]: event.target.value })}
        />
        {save.refusal && Object.keys(save.refusal.fields).length > 0 ? null : (
          <MutationProblem refusal={save.refusal} unreachable={save.unreachable} />
        )}
        <Button
          type="submit"
          className="self-start"
          busy={save.isPending}
          disabled={mayNot !== undefined || !name.trim() || !texts.en?.trim()}
        >
          {text('replies.save')}
        </Button>
        {mayNot ? <p className="text-small text-muted">{mayNot}</p> : null}
      </form>
      {reply ? (
        <Section title={text('replies.uses')}>
          <FactList
            items={[
              fact(text('replies.uses'), reply.uses === 0 ? text('replies.never') : reply.uses),
              fact(text('replies.used-at'), reply.usedAt ? formatDateTime(reply.usedAt) : null),
              fact(text('replies.changed-at'), formatDateTime(reply.changedAt)),
            ]}
          />
        </Section>
      ) : null}
    </Detail>
  )
}
