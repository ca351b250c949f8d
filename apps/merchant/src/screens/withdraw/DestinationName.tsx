import { useT } from '../../lib/i18n.tsx'
import { tokenOn } from './networks.ts'

/** A destination in one line: bank, or network and token, and the last four characters. */
export function DestinationName({
  destination,
  token = destination.token ?? null,
}: {
  destination: { network: string; bankName: string | null; ending: string; token?: string | null }
  token?: string | null
}) {
  const t = useT()
  return (
    <>
      <bdi>{destination.bankName ?? tokenOn(destination.network, token)}</bdi>{' '}
      <span className="font-normal">{t('withdraw.ending', { ending: destination.ending })}</span>
    </>
  )
}
