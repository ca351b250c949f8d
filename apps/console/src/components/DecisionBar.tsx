import { newKey, type Refused } from '@quayside/client'
import type { OperatorRole } from '@quayside/contract'
import { Button, TextArea, TextField, toast } from '@quayside/ui'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { keyLabel, runAction, useActions } from '../hooks/useActions.ts'
import { useUnsaved } from '../hooks/useUnsaved.ts'
import { isPreferred } from '../lib/preferences.ts'
import { t } from '../lib/texts.ts'
import { Kbd } from './Kbd.tsx'
import { MutationProblem } from './QueryState.tsx'
import { Signers } from './Signers.tsx'

export type DecisionInput<Reason extends string = string> = {
  /** One of the decision's `reasons`. */
  reason: Reason
  text: string
  /** What was typed for `amount`: empty for the whole. */
  amount: string
  /** The `Idempotency-Key` of this decision. It stays the same until the decision is done or left. */
  key: string
}

export type Decision<Reason extends string = string> = {
  id: string
  label: string
  /** The letter that opens the decision, and confirms it when pressed again. */
  keys: string
  variant?: 'primary' | 'secondary' | 'danger'
  /** Why the decision cannot be made now. */
  disabled?: string | undefined
  /**
   * What will happen, for the second press. A decision with a reason, a text or this sentence needs a second press; a
   * decision about money always has one.
   */
  consequence?: string | undefined
  /** The desk whose members sign, for a decision that proposes an act. */
  signedBy?: OperatorRole | undefined
  reasons?: readonly { value: Reason; label: string }[]
  /** What is chosen from `reasons`, when it is no reason. */
  reasonsLabel?: string
  /** An amount that may be less than the whole. Empty means the whole. */
  amount?: { label: string; hint: string }
  text?: {
    label?: string
    required?: boolean
    maxLength?: number
    hint?: string
    dir?: 'auto'
    /** One line for a code instead of sentences; `below` stands under it and can fill it in. */
    code?: { below: (fill: (code: string) => void) => ReactNode }
  }
  /** The sentences that the merchant will read. */
  preview?: (input: Pick<DecisionInput, 'reason' | 'text' | 'amount'>) => readonly string[]
  /** Runs the decision. Resolves to whether it was done. */
  run: (input: DecisionInput<Reason>) => Promise<boolean>
}

/** A decision that is made for one of these reasons: `run` gets no other. */
export const withReasons = <Reason extends string>({
  reasons,
  run,
  ...decision
}: Decision<Reason> & { reasons: readonly { value: Reason; label: string }[] }): Decision => ({
  ...decision,
  reasons,
  async run(input) {
    const reason = reasons.find(({ value }) => value === input.reason)?.value
    return reason !== undefined && run({ ...input, reason })
  },
})

/** Says that a decision was made: what `run` resolves to. False when the server refused it or did not answer. */
export async function told<T>(sent: Promise<T | null>, words: string | ((done: T) => string)): Promise<boolean> {
  const done = await sent
  if (done !== null) toast(typeof words === 'string' ? words : words(done))
  return done !== null
}

/** Whether a decision needs a second press. What does not, such as to begin a review, leaves the item to be decided. */
const hasPanel = ({ consequence, reasons, text, amount }: Decision): boolean =>
  Boolean(consequence || reasons || text || amount)

/**
 * The decisions about the opened item, at its bottom. A letter or a click opens a decision; a second press of the same
 * letter, Enter or the button confirms it. Digits choose a reason.
 */
export function DecisionBar({
  decisions,
  sends,
}: {
  decisions: readonly Decision[]
  /** The mutations of the decisions: why the last one was not made. */
  sends: readonly { refusal: Refused | null; unreachable: boolean }[]
}) {
  const refusal = sends.find((one) => one.refusal)?.refusal ?? null
  const unreachable = sends.some((one) => one.unreachable)
  const [chosen, setChosen] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const [text, setText] = useState('')
  const [amount, setAmount] = useState('')
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const key = useRef('')
  /** The decision that was pressed while another one was sent: it opens afterwards. */
  const pressed = useRef<string | null>(null)
  const panel = useRef<HTMLFormElement>(null)
  const ownId = useId()
  const decision = decisions.find(({ id, disabled }) => id === chosen && !disabled)
  // Decisions with the same reason share its line.
  const reasons = [...new Set(decisions.flatMap(({ disabled }) => disabled ?? []))]

  const letGo = useUnsaved(decision !== undefined && text.trim() !== '' && !busy)

  const run = async (one: Decision) => {
    setBusy(true)
    // A decision may open the next page by itself.
    letGo()
    const { href } = window.location
    const done = await one.run({ reason, text: text.trim(), amount: amount.trim(), key: key.current })
    setBusy(false)
    const next = pressed.current
    pressed.current = null
    if (done) leave()
    if (next !== null) return setTimeout(runAction, 0, `decision.${next}`)
    if (!done) return
    if (hasPanel(one) && isPreferred('go-on') && window.location.href === href) runAction('queue.next')
  }
  const leave = () => {
    setChosen(null)
    setReason('')
    setText('')
    setAmount('')
    setAsked(false)
  }
  const open = (one: Decision) => {
    if (busy) {
      if (hasPanel(one) && decision?.id !== one.id) pressed.current = one.id
      return
    }
    if (decision?.id === one.id) return void confirm()
    leave()
    key.current = newKey()
    if (hasPanel(one)) setChosen(one.id)
    else void run(one)
  }
  const previewed = decision?.preview?.({ reason, text: text.trim(), amount: amount.trim() }) ?? []
  const lacksReason = Boolean(decision?.reasons && !reason)
  const lacksText = Boolean(decision?.text?.required && !text.trim())
  const confirm = async () => {
    if (!decision || busy) return
    if (lacksReason || lacksText) return setAsked(true)
    await run(decision)
  }

  // The first control of the opened decision gets the focus.
  useEffect(() => {
    if (chosen) panel.current?.querySelector<HTMLElement>('input, textarea, button')?.focus()
  }, [chosen])

  useActions([
    ...(decision
      ? [{ id: 'decision.leave', label: t('common.cancel'), keys: 'Escape', hidden: true, run: leave }]
      : []),
    ...(decision?.reasons ?? []).slice(0, 9).map(({ value, label }, i) => ({
      id: `decision.reason.${value}`,
      label,
      keys: String(i + 1),
      hidden: true,
      run: () => setReason(value),
    })),
    ...decisions.map((one) => ({
      id: `decision.${one.id}`,
      label: one.label,
      keys: one.keys,
      disabled: one.disabled,
      run: () => open(one),
    })),
  ])

  return (
    <div className="border-t border-border bg-surface px-4 py-2">
      {decision ? (
        <form
          ref={panel}
          className="-mx-1 flex max-h-[70dvh] flex-col gap-3 overflow-y-auto px-1 pt-1 pb-3 split:max-h-[50dvh]"
          onSubmit={(event) => {
            event.preventDefault()
            void confirm()
          }}
        >
          {/* What the merchant will read stands beside the reason, and on a phone below it. */}
          <div className="grid gap-3 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
            <div className="flex flex-col gap-3">
              {decision.reasons ? (
                <fieldset className="m-0 flex flex-col gap-1 border-0 p-0">
                  <legend className="pb-1 font-semibold">{decision.reasonsLabel ?? t('decision.reason')}</legend>
                  {decision.reasons.map(({ value, label }, i) => (
                    <label key={value} className="flex min-h-(--row) items-center gap-2">
                      <input
                        type="radio"
                        name={`${ownId}-reason`}
                        className="size-4 accent-(--accent)"
                        checked={reason === value}
                        onChange={() => setReason(value)}
                      />
                      {i < 9 ? <Kbd keys={String(i + 1)} /> : null}
                      <span className="min-w-0">{label}</span>
                    </label>
                  ))}
                  {asked && lacksReason ? (
                    <p role="alert" className="text-small text-danger">
                      {t('decision.reason.required')}
                    </p>
                  ) : null}
                </fieldset>
              ) : null}
              {decision.amount ? (
                <TextField
                  label={decision.amount.label}
                  hint={decision.amount.hint}
                  error={refusal?.fields['amount']}
                  inputMode="decimal"
                  dir="ltr"
                  maxLength={20}
                  className="max-w-40"
                  value={amount}
                  onChange={(event) => setAmount(event.target.value)}
                />
              ) : null}
              {decision.text?.code ? (
                <>
                  <TextField
                    label={decision.text.label ?? t('decision.text')}
                    error={asked && lacksText ? t('decision.text.required') : (refusal?.fields['code'] ?? undefined)}
                    inputMode="numeric"
                    autoComplete="one-time-code"
                    dir="ltr"
                    maxLength={decision.text.maxLength ?? 20}
                    className="max-w-40"
                    value={text}
                    onChange={(event) => setText(event.target.value)}
                  />
                  {decision.text.code.below(setText)}
                </>
              ) : decision.text ? (
                <TextArea
                  label={decision.text.label ?? t('decision.text')}
                  hint={decision.text.hint}
                  error={asked && lacksText ? t('decision.text.required') : (refusal?.fields['text'] ?? undefined)}
                  rows={3}
                  dir="auto"
                  maxLength={decision.text.maxLength ?? 2000}
                  value={text}
                  onChange={(event) => setText(event.target.value)}
                  onKeyDown={(event) => {
                    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void confirm()
                  }}
                />
              ) : null}
            </div>
            <div className="flex flex-col gap-3">
              {previewed.length > 0 ? (
                <div className="border-s-2 border-primary ps-3">
                  <p className="font-semibold">{t('decision.preview')}</p>
                  {previewed.map((line, i) => (
                    <p key={i} className="whitespace-pre-line" dir="auto">
                      {line}
                    </p>
                  ))}
                </div>
              ) : null}
              {decision.consequence ? <p>{decision.consequence}</p> : null}
            </div>
          </div>
          {decision.signedBy ? <Signers desk={decision.signedBy} /> : null}
          <div className="sticky bottom-0 flex flex-wrap items-center gap-2 bg-surface">
            <Button type="submit" variant={decision.variant === 'danger' ? 'danger' : 'primary'} busy={busy}>
              {t('decision.confirm', { decision: decision.label })}
            </Button>
            <Button variant="quiet" disabled={busy} onClick={leave}>
              {t('common.cancel')}
            </Button>
            <span className="text-small text-muted pointer-coarse:hidden">
              {t('decision.press-again', { key: keyLabel(decision.keys) })}
            </span>
          </div>
        </form>
      ) : null}
      <MutationProblem refusal={refusal} unreachable={unreachable} />
      <div className={decision ? 'hidden' : 'flex flex-wrap items-center gap-2'}>
        {decisions.map((one) => (
          <Button
            key={one.id}
            variant={one.variant ?? 'secondary'}
            // A disabled button would be skipped by Tab, so that its reason could not be read.
            aria-disabled={one.disabled ? true : undefined}
            aria-describedby={one.disabled ? `${ownId}-why-${reasons.indexOf(one.disabled)}` : undefined}
            aria-keyshortcuts={one.keys}
            title={one.disabled}
            busy={busy && chosen === null && !one.disabled}
            className="aria-disabled:cursor-default aria-disabled:border-input aria-disabled:bg-raised aria-disabled:text-muted"
            onClick={() => (one.disabled ? undefined : open(one))}
          >
            {one.label}
            <Kbd keys={one.keys} />
          </Button>
        ))}
      </div>
      {decision ? null : (
        <ul className="text-small text-muted">
          {reasons.map((why, i) => (
            <li key={why} id={`${ownId}-why-${i}`} className="pt-1">
              {t('decision.unavailable', {
                decision: decisions.flatMap(({ disabled, label }) => (disabled === why ? [label] : [])).join(', '),
                why,
              })}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
