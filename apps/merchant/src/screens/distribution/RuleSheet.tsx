import { invalidate, useAct, useRead } from '@quayside/client'
import {
  hotProducts,
  listDistribution,
  previewDistribution,
  productDetail,
  readPricingRule,
  savePricingRule,
  type Answer,
} from '@quayside/contract'
import { Button, SelectField, Sheet, TextField, toast } from '@quayside/ui'
import { useState, type FormEvent } from 'react'
import { ActProblem, Reading } from '../../parts/Reading.tsx'
import { useT } from '../../words.tsx'

type Rule = Answer<typeof readPricingRule>

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
      <Reading of={rule} rows={2} height={64}>
        {(data) => <RuleForm rule={data} onSaved={onClose} />}
      </Reading>
    </Sheet>
  )
}

function RuleForm({ rule, onSaved }: { rule: Rule; onSaved: () => void }) {
  const t = useT()
  const [percent, setPercent] = useState(String(rule.percent))
  const [rounding, setRounding] = useState(rule.rounding)
  const save = useAct(savePricingRule)
  const number = Number(percent)
  const valid = /^\d{1,4}$/.test(percent) && number <= 1000

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!valid || !(await save.act({ percent: number, rounding }))) return
    toast(t('dist.rule.saved'))
    await invalidate(readPricingRule, listDistribution, hotProducts, productDetail, previewDistribution)
    onSaved()
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
      <TextField
        label={t('dist.rule.percent')}
        inputMode="numeric"
        dir="ltr"
        value={percent}
        error={valid ? undefined : '0–1000'}
        onChange={(event) => setPercent(event.target.value)}
      />
      <SelectField
        label={t('dist.rule.rounding')}
        value={rounding}
        onChange={(event) => setRounding(event.target.value as Rule['rounding'])}
      >
        {(['none', 'ending-99', 'whole'] as const).map((way) => (
          <option key={way} value={way}>
            {t(`dist.rule.${way}`)}
          </option>
        ))}
      </SelectField>
      <p className="text-small text-muted">{t('dist.rule.text')}</p>
      <ActProblem of={save} />
      <Button type="submit" wide busy={save.busy} disabled={!valid}>
        {t('common.save')}
      </Button>
    </form>
  )
}
