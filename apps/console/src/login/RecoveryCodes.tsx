import { Button, CopyButton } from '@quayside/ui'
import { text } from './texts.ts'

/** The recovery codes, shown once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <ul dir="ltr" className="grid grid-cols-2 gap-2">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <CopyButton wide text={codes.join('\n')} label={text('login.recovery.copy')} />
      <Button onClick={onDone}>{text('login.recovery.done')}</Button>
    </div>
  )
}
