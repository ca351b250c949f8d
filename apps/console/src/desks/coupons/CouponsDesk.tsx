import { newKey, useApiMutation } from '@quayside/client'
import { formatCents, parseCents, type ResponseBody } from '@quayside/contract'
import { leftAfterCoupon, listPlatformCoupons, proposeCoupon, stopPlatformCoupon } from '@quayside/contract/coupons'
import { Button, Money, SelectField, TextArea, TextField, toast, type Tone } from '@quayside/ui'
import { Check, CircleX, Clock, Hourglass, PenLine, type LucideIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { usePendingAct } from '../../components/act.tsx'
import { DecisionBar } from '../../components/DecisionBar.tsx'
import { fact, FactList, Section } from '../../components/FactList.tsx'
import { MutationProblem } from '../../components/QueryState.tsx'
import { Detail } from '../../components/Queue.tsx'
import { Signers } from '../../components/Signers.tsx'
import { StateChip } from '../../components/StateChip.tsx'
import { TimeAgo } from '../../components/TimeLeft.tsx'
import { useUnsaved } from '../../hooks/useUnsaved.ts'
import { formatAmount, formatDateTime, formatNumber } from '../../lib/format.ts'
import { createText } from '../../lib/texts.ts'
import coupons from '../../locales/en/coupons.ts'
import { moneyText, useFinanceOnly } from '../money/parts.tsx'
import { defineDesk } from '../../components/defineDesk.tsx'

const text = createText(coupons)
type Coupon = ResponseBody<typeof listPlatformCoupons>['list'][number]

const chips: Record<NonNullable<Coupon['idle']> | 'active', { tone: Tone; icon: LucideIcon }> = {
  active: { tone: 'success', icon: Check },
  proposed: { tone: 'info', icon: PenLine },
  'not-yet': { tone: 'neutral', icon: Clock },
  expired: { tone: 'neutral', icon: Hourglass },
  'used-up': { tone: 'neutral', icon: Hourglass },
  stopped: { tone: 'neutral', icon: CircleX },
}
const State = ({ idle }: Coupon) => (
  <StateChip {...chips[idle ?? 'active']} label={text(`coupons.state.${idle ?? 'active'}`)} />
)
const takesOff = ({ percent, amount }: Coupon): string =>
  amount === null
    ? text('coupons.off.percent', { percent: percent! })
    : text('coupons.off', { value: formatAmount(amount) })

/** The coupons of the platform: what each takes off, and what it cost so far. A large budget needs two signatures. */
export default defineDesk({
  name: 'coupons',
  texts: coupons,
  list: listPlatformCoupons,
  row: (coupon) => ({
    title: <bdi dir="ltr">{coupon.code}</bdi>,
    amount: <Money value={coupon.spent} />,
    whose: takesOff(coupon),
    state: <State {...coupon} />,
    time: <TimeAgo at={coupon.createdAt} />,
  }),
  Item: CouponDetail,
  Form: CouponForm,
})

function CouponDetail({ data: coupon }: { data: Coupon }) {
  const noRight = useFinanceOnly()
  const stop = useApiMutation(stopPlatformCoupon)
  const { section, ...act } = usePendingAct(coupon.actId)
  const { uses, usesPerBuyer, usesPerShop, used, budget, spent, until } = coupon
  return (
    <Detail
      title={coupon.code}
      state={<State {...coupon} />}
      bar={
        <DecisionBar
          sends={[act, stop]}
          decisions={[
            ...act.decisions,
            {
              id: 'stop',
              label: text('coupons.stop'),
              keys: 'x',
              variant: 'danger',
              disabled: noRight ?? (coupon.state === 'stopped' ? text('coupons.stop.ended') : undefined),
              text: { label: moneyText('money.reason'), required: true, maxLength: 500 },
              consequence: text('coupons.stop.consequence'),
              run: async ({ text: reason }) => {
                const done = await stop.mutate({ id: coupon.id, reason })
                if (done) toast(text('coupons.stopped'))
                return done !== null
              },
            },
          ]}
        />
      }
    >
      {section}
      <Section title={text('coupons.facts')}>
        <FactList
          items={[
            fact(text('coupons.takes'), takesOff(coupon)),
            fact(text('coupons.minimum'), <Money value={coupon.minimum} />),
            fact(text('coupons.from'), formatDateTime(coupon.from)),
            fact(text('coupons.until'), until ? formatDateTime(until) : text('coupons.no-end')),
            fact(text('coupons.uses'), uses === null ? text('coupons.no-limit') : formatNumber(uses)),
            fact(
              text('coupons.uses-per-buyer'),
              usesPerBuyer === null ? text('coupons.no-limit') : formatNumber(usesPerBuyer),
            ),
            fact(
              text('coupons.uses-per-shop'),
              usesPerShop === null ? text('coupons.no-limit') : formatNumber(usesPerShop),
            ),
            fact(text('coupons.created'), formatDateTime(coupon.createdAt)),
            fact(text('coupons.proposed-by'), <bdi>{coupon.proposedBy}</bdi>),
            coupon.signedBy !== null && fact(text('coupons.signed-by'), <bdi>{coupon.signedBy}</bdi>),
          ]}
        />
      </Section>
      <Section title={text('coupons.figures')}>
        <FactList
          items={[
            fact(text('coupons.used'), uses === null ? formatNumber(used) : text('coupons.used.of', { used, uses })),
            fact(text('coupons.spent'), <Money value={spent} />),
            budget !== null && fact(text('coupons.budget'), <Money value={budget} />),
            budget !== null &&
              fact(text('coupons.left'), <Money value={formatCents(parseCents(budget) - parseCents(spent))} />),
          ]}
        />
      </Section>
    </Detail>
  )
}

/** A typed whole number; null for none. Other text becomes 0, which the server refuses at the field. */
const wholeNumber = (typed: string): number | null =>
  typed.trim() === '' ? null : /^\d{1,7}$/.test(typed.trim()) ? Number(typed) : 0
/** A typed local time; null for none. */
const momentOf = (typed: string): string | null => (typed === '' ? null : new Date(typed).toISOString())

function CouponForm({ onMade }: { onMade: (id: string) => void }) {
  const noRight = useFinanceOnly()
  const propose = useApiMutation(proposeCoupon)
  const key = useRef(newKey())
  const [kind, setKind] = useState<'percent' | 'amount'>('percent')
  const [fields, setFields] = useState({
    code: '',
    percent: '',
    amount: '',
    minimum: '',
    budget: '',
    from: '',
    until: '',
    uses: '',
    usesPerBuyer: '',
    usesPerShop: '',
    reason: '',
  })
  const letGo = useUnsaved(Object.values(fields).some((typed) => typed.trim() !== ''))
  const errors = propose.refusal?.fields ?? {}
  const field = (name: keyof typeof fields) => ({
    value: fields[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => setFields({ ...fields, [name]: event.target.value }),
  })
  const send = async () => {
    const made = await propose.mutate(
      {
        code: fields.code,
        percent: kind === 'percent' ? (wholeNumber(fields.percent) ?? 0) : null,
        amount: kind === 'amount' ? fields.amount.trim() : null,
        minimum: fields.minimum.trim() || '0',
        budget: fields.budget.trim(),
        from: momentOf(fields.from),
        until: momentOf(fields.until),
        uses: wholeNumber(fields.uses),
        usesPerBuyer: wholeNumber(fields.usesPerBuyer),
        usesPerShop: wholeNumber(fields.usesPerShop),
        reason: fields.reason,
      },
      { key: key.current },
    )
    key.current = newKey()
    if (!made) return
    toast(text(made.actId === null ? 'coupons.made' : 'coupons.proposed'))
    letGo()
    onMade(made.id)
  }
  return (
    <Detail title={text('coupons.new')}>
      <Section title={text('coupons.facts')}>
        <form
          aria-label={text('coupons.new')}
          className="flex max-w-xl flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            void send()
          }}
        >
          <p className="text-muted">{text('coupons.new.text')}</p>
          <TextField
            label={text('coupons.code')}
            hint={text('coupons.code.hint')}
            dir="ltr"
            maxLength={24}
            spellCheck={false}
            {...field('code')}
          />
          <SelectField
            label={text('coupons.takes')}
            value={kind}
            onChange={(event) => setKind(event.target.value as typeof kind)}
          >
            <option value="percent">{text('coupons.percent')}</option>
            <option value="amount">{text('coupons.amount')}</option>
          </SelectField>
          <TextField
            label={text(kind === 'percent' ? 'coupons.percent' : 'coupons.amount')}
            inputMode={kind === 'percent' ? 'numeric' : 'decimal'}
            dir="ltr"
            maxLength={20}
            {...field(kind)}
          />
          <TextField
            label={text('coupons.minimum')}
            hint={
              kind === 'amount'
                ? text('coupons.minimum.hint.amount', { least: formatAmount(formatCents(leftAfterCoupon)) })
                : text('coupons.minimum.hint')
            }
            inputMode="decimal"
            dir="ltr"
            maxLength={20}
            {...field('minimum')}
          />
          <TextField
            label={text('coupons.budget')}
            hint={text('coupons.budget.hint')}
            inputMode="decimal"
            dir="ltr"
            maxLength={20}
            {...field('budget')}
          />
          <TextField
            type="datetime-local"
            label={text('coupons.from')}
            hint={text('coupons.from.hint')}
            {...field('from')}
          />
          <TextField
            type="datetime-local"
            label={text('coupons.until')}
            hint={text('coupons.until.hint')}
            {...field('until')}
          />
          <TextField
            label={text('coupons.uses')}
            hint={text('coupons.uses.hint')}
            inputMode="numeric"
            dir="ltr"
            maxLength={7}
            {...field('uses')}
          />
          <TextField
            label={text('coupons.uses-per-buyer')}
            hint={text('coupons.uses.hint')}
            inputMode="numeric"
            dir="ltr"
            maxLength={4}
            {...field('usesPerBuyer')}
          />
          <TextField
            label={text('coupons.uses-per-shop')}
            hint={text('coupons.uses.hint')}
            inputMode="numeric"
            dir="ltr"
            maxLength={7}
            {...field('usesPerShop')}
          />
          <TextArea label={moneyText('money.reason')} rows={2} maxLength={500} dir="auto" {...field('reason')} />
          <Signers desk="finance" />
          <div>
            <Button type="submit" disabled={noRight !== undefined} busy={propose.isPending}>
              {text('coupons.new.send')}
            </Button>
          </div>
          {noRight ? <p className="text-muted">{noRight}</p> : null}
          <MutationProblem
            refusal={Object.keys(errors).length > 0 ? null : propose.refusal}
            unreachable={propose.unreachable}
          />
        </form>
      </Section>
    </Detail>
  )
}
