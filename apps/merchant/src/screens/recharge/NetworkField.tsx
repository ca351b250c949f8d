import { SelectField } from '@quayside/ui'
import { useT } from '../../lib/i18n.tsx'
import { useNetworkName } from './useNetworkName.ts'

/** Chooses the network. If there are several, none is preselected: money sent over the wrong one is lost. */
export function NetworkField({
  networks,
  value,
  onChange,
}: {
  networks: string[]
  value: string
  onChange: (network: string) => void
}) {
  const t = useT()
  const nameOf = useNetworkName()
  if (networks.length === 1)
    return (
      <p>
        <span className="block text-small text-muted">{t('recharge.network')}</span>
        <span className="font-semibold">{nameOf(networks[0]!)}</span>
      </p>
    )
  return (
    <SelectField label={t('recharge.network')} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="" disabled>
        —
      </option>
      {networks.map((network) => (
        <option key={network} value={network}>
          {nameOf(network)}
        </option>
      ))}
    </SelectField>
  )
}
