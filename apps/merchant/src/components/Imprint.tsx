import { useT } from '../lib/i18n.tsx'

type Who = { legalName: string; address: string; complaints: string }

/** The operator of this platform, from its settings; a demo has none. */
function readImprint(): Who | null {
  const text = document.querySelector<HTMLMetaElement>('meta[name="quayside-imprint"]')?.content
  return text?.startsWith('{') ? (JSON.parse(text) as Who) : null
}
const who = readImprint()

/** The operator of the platform and the address for complaints. */
export function Imprint() {
  const t = useT()
  return who ? (
    <address className="flex flex-col gap-1 text-center text-caption text-muted not-italic" dir="auto">
      <span>{who.legalName}</span>
      <span>{who.address}</span>
      <span>{t('common.complaints', { where: who.complaints })}</span>
    </address>
  ) : null
}
