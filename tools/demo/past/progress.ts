/** What a terminal shows while the past of a demo is made. */

type Terminal = { isTTY?: boolean; write(text: string): unknown }

/** Time left, as people say it: in steps of five seconds, and in minutes from two on. */
export function timeLeft(elapsed: number, done: number): string {
  const seconds = (elapsed * (1 - done)) / done / 1000
  if (seconds < 5) return 'some seconds left'
  const steps = Math.ceil(seconds / 5) * 5
  return steps < 120 ? `about ${steps} s left` : `about ${Math.ceil(seconds / 60)} min left`
}

/**
 * Lines for what happens once, and one line for the days: it is written over in a terminal, and written each tenth of
 * the work elsewhere. `tell` gets the same in short.
 */
export function showProgress(
  to: Terminal,
  tell: (text: string) => void = () => undefined,
  now: () => number = () => performance.now(),
) {
  let began: number | null = null
  let open = false
  let written = 0
  const end = () => {
    if (open) to.write('\n')
    open = false
  }
  return {
    line(text: string): void {
      end()
      to.write(`  ${text}\n`)
      tell(text)
      // The days begin after the last line.
      began = now()
    },
    onDay(day: number, of: number, done: number, orders: number): void {
      const text = `  day ${day} of ${of} (${Math.floor(done * 100)} %), ${orders} paid orders`
      const left = done < 1 ? `, ${timeLeft(now() - (began ??= now()), done)}` : ''
      tell(`day ${day} of ${of}${left}`)
      if (to.isTTY) {
        to.write(`\r${text}${left}\u001b[K`)
        open = true
      } else if (done >= 1 || Math.floor(done * 10) > written) {
        written = Math.floor(done * 10)
        to.write(`${text}${left}\n`)
      }
    },
    end,
  }
}
