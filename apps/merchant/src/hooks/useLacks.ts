import { useEffect, useRef, useState, type RefObject } from 'react'
import { focusNow } from '../lib/focusNow.ts'

/**
 * Names what a form lacks, because its button is never off. `lacks` has a sentence for each field that is not
 * complete. `isWhole` is asked when the form is sent: if something is missing, all sentences show, each until its field
 * is filled, and the first field gets the focus. The form takes the ref.
 */
export function useLacks<E extends HTMLElement, Field extends string>(
  lacks: Readonly<Record<Field, string | false>>,
): { form: RefObject<E | null>; sentences: Partial<Record<Field, string>>; isWhole: () => boolean } {
  const form = useRef<E>(null)
  const [asked, setAsked] = useState(0)
  useEffect(
    () => (asked === 0 ? undefined : focusNow(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]'))),
    [asked],
  )
  const missing = Object.fromEntries(Object.entries(lacks).filter(([, sentence]) => sentence)) as Partial<
    Record<Field, string>
  >
  return {
    form,
    sentences: asked === 0 ? {} : missing,
    isWhole: () => {
      const whole = Object.keys(missing).length === 0
      setAsked(whole ? 0 : asked + 1)
      return whole
    },
  }
}
