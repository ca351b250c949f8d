import { isDigits, isInRange, type PricingRule } from '@quayside/contract'
import { SelectField, TextField } from '@quayside/ui'
import { useT } from '../../lib/i18n.tsx'

type Typed = { percent: string; rounding: PricingRule['rounding'] }

/** Parses the fields to a pricing rule; null if the percentage is not a number. */
export const ruleOf = ({ percent, rounding }: Typed): PricingRule | null =>
  isDigits(percent) && isInRange(Number(percent), 0, 1000) ? { percent: Number(percent), rounding } : null

/** The fields of a pricing rule: a percentage on the supplier's price, and the rounding. */
export function RuleFields({ value, onChange }: { value: Typed; onChange: (value: Typed) => void }) {
  const t = useT()
  return (
    <>
      <TextField
        label={t('dist.rule.percent')}
        inputMode="numeric"
        dir="ltr"
        value={value.percent}
        error={ruleOf(value) ? undefined : '0–1000'}
        onChange={(event) => onChange({ ...value, percent: event.target.value })}
      />
      <SelectField
        label={t('dist.rule.rounding')}
        value={value.rounding}
        onChange={(event) => onChange({ ...value, rounding: event.target.value as Typed['rounding'] })}
      >
        {(['none', 'ending-99', 'whole'] as const).map((way) => (
          <option key={way} value={way}>
            {t(`dist.rule.${way}`)}
          </option>
        ))}
      </SelectField>
    </>
  )
}
