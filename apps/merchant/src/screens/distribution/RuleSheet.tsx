import { invalidate, useAct, useRead } from '@quayside/client'
import {
  hotProducts,
  listDistribution,
  previewDistribution,
  productDetail,
  readPricingRule,
  savePricingRule,
  supplierNotices,
  type Answer,
} from '@quayside/contract'
import { Button, Sheet, toast } from '@quayside/ui'
import { useState, type FormEvent } from 'react'
import { ActProblem, Reading } from '../../parts/Reading.tsx'
import { useT } from '../../words.tsx'
import { RuleFields, ruleOf } from './RuleFields.tsx'

/** How the shop prices what it adds. */
export function RuleSheet({ onClose }: { onClose: () => void }) {
  const t = useT()
  const rule = useRead(readPricingRule, {})
  return (
    <Sheet
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('dist.rule')}
      closeLabel={t('common.close')}
    >
      <Reading of={rule} shape="fields">
        {(data) => <RuleForm rule={data} onSaved={onClose} />}
      </Reading>
    </Sheet>
  )
}

function RuleForm({ rule, onSaved }: { rule: Answer<typeof readPricingRule>; onSaved: () => void }) {
  const t = useT()
  const [typed, setTyped] = useState({ percent: String(rule.percent), rounding: rule.rounding })
  const save = useAct(savePricingRule)
  const wish = ruleOf(typed)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!wish || !(await save.act(wish))) return
    toast(t('dist.rule.saved'))
    await invalidate(
      readPricingRule,
      listDistribution,
      hotProducts,
      productDetail,
      previewDistribution,
      supplierNotices,
    )
    onSaved()
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
      <RuleFields value={typed} onChange={setTyped} />
      <p className="text-small text-muted">{t('dist.rule.text')}</p>
      <ActProblem of={save} />
      <Button type="submit" wide busy={save.busy} disabled={!wish}>
        {t('common.save')}
      </Button>
    </form>
  )
}
