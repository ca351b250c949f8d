import { useApiMutation, useApiQuery } from '@quayside/client'
import { readPricingRule, savePricingRule, type ResponseBody } from '@quayside/contract'
import { Button, Sheet, toast } from '@quayside/ui'
import { useState, type FormEvent } from 'react'
import { MutationError } from '../../components/MutationError.tsx'
import { QueryBoundary } from '../../components/QueryBoundary.tsx'
import { WhileOpen } from '../../components/WhileOpen.tsx'
import { useLacks } from '../../hooks/useLacks.ts'
import { useT } from '../../lib/i18n.tsx'
import { RuleFields, ruleOf } from './RuleFields.tsx'

/** The pricing rule for products that the shop adds. */
export function RuleSheet({ onClose }: { onClose: () => void }) {
  const t = useT()
  const rule = useApiQuery(readPricingRule, {})
  return (
    <Sheet open onOpenChange={(open) => (open ? undefined : onClose())} title={t('dist.rule')}>
      <QueryBoundary query={rule} shape="fields">
        {(data) => <RuleForm rule={data} onSaved={onClose} />}
      </QueryBoundary>
    </Sheet>
  )
}

function RuleForm({ rule, onSaved }: { rule: ResponseBody<typeof readPricingRule>; onSaved: () => void }) {
  const t = useT()
  const [fields, setFields] = useState({ percent: String(rule.percent), rounding: rule.rounding })
  const save = useApiMutation(savePricingRule, { awaitRefetch: true })
  const parsedRule = ruleOf(fields)
  // The field itself says what it takes.
  const { form, isWhole } = useLacks<HTMLFormElement, 'percent'>({
    percent: !parsedRule && t('common.required'),
  })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isWhole() || !parsedRule || !(await save.mutate(parsedRule))) return
    toast(t('dist.rule.saved'))
    onSaved()
  }
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
      <RuleFields value={fields} onChange={setFields} />
      <p className="text-small text-muted">{t('dist.rule.text')}</p>
      <MutationError mutation={save} />
      <WhileOpen>
        <Button type="submit" wide busy={save.isPending}>
          {t('common.save')}
        </Button>
      </WhileOpen>
    </form>
  )
}
