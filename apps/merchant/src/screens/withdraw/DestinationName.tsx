import { useT } from '../../words.tsx'
import { networkName } from './networks.ts'

/** Where money goes, in one line: bank or network, and the last four characters. */
export function DestinationName({
  destination,
}: {
  destination: { network: string; bankName: string | null; ending: string }
}) {
  const t = useT()
  return (
    <>
      <bdi>{destination.bankName ?? networkName(destination.network)}</bdi>{' '}
      <span className="font-normal">{t('withdraw.ending', { ending: destination.ending })}</span>
    </>
  )
}
