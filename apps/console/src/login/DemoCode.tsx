import { useApiQuery } from '@quayside/client'
import { demoSecondFactorCode } from '@quayside/contract/operators'
import { Button } from '@quayside/ui'
import { isDemo } from '../lib/mode.ts'
import { text } from './texts.ts'

/** What the authenticator shows now, for visitors of a demo. Only a demo's server answers. */
export function DemoCode({ onUse }: { onUse: (code: string) => void }) {
  const { data } = useApiQuery(demoSecondFactorCode, {}, { enabled: isDemo, pollMs: 5000 })
  if (!data) return null
  return (
    <p className="flex flex-wrap items-center justify-between gap-2 rounded-field bg-accent-soft px-3 py-1 text-small text-accent">
      {text('login.demo.code', { code: data.code })}
      <Button variant="quiet" className="px-1! text-small!" onClick={() => onUse(data.code)}>
        {text('login.demo.use')}
      </Button>
    </p>
  )
}
