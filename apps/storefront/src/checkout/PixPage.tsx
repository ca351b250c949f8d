import type { PixPage as Pix } from '@quayside/contract/storefront-pages'
import { encode } from 'uqr'
import { Document } from '../layout/Document.tsx'
import type { PageKit } from '../lib/page.ts'
import { Icon } from '../parts/Icon.tsx'

/** The code as a picture and as a text to copy. The picture is drawn here, so that the page needs no script. */
export function PixPage({ kit, page }: { kit: PageKit; page: Pix }) {
  const { t } = kit
  const reais = kit.reais(page.reais)
  const order = kit.to(`/orders/${page.token}`)
  return (
    <Document kit={kit} head={{ title: t('store.pix.title', { reais }) }}>
      <h1 className="text-display font-semibold">{t('store.pix.title', { reais })}</h1>
      <div className="flex max-w-xl flex-col gap-6">
        <div className="card flex flex-col gap-4 p-4 sm:p-6">
          <p className="font-semibold">
            {t('store.pix.pay-by', { reais, total: kit.money(page.total), until: kit.time(page.payBy) })}
          </p>
          <Code text={page.brCode} label={t('store.pix.scan')} />
          <p className="text-muted">{t('store.pix.scan')}</p>
          <label className="flex flex-col gap-1">
            {t('store.pix.text')}
            <textarea
              className="field font-mono text-small break-all"
              rows={5}
              readOnly
              dir="ltr"
              defaultValue={page.brCode}
            />
          </label>
          <p className="text-small text-muted">
            {t('store.pix.payee')}: <bdi>{page.payee}</bdi>
          </p>
        </div>
        {page.heldUntil !== null && (
          <p className="flex gap-2">
            <Icon name="shield" />
            {t('store.pix.held', { until: kit.time(page.heldUntil), reais })}
          </p>
        )}
        <p role="status">{t('store.pix.wait', { limit: kit.time(page.waitsUntil) })}</p>
        <div className="flex flex-wrap gap-3">
          <a className="button" href={`${order}/pix`}>
            {t('store.pix.again')}
          </a>
          <form method="post" action={`${order}/pay`}>
            <button className="button">{t('store.pay.by-card')}</button>
          </form>
        </div>
        <a className="link inline-flex min-h-11 items-center self-start" href={order}>
          {t('store.order.title', { code: page.code })}
        </a>
      </div>
    </Document>
  )
}

/** Width of the quiet zone in modules; without it a camera does not find the code. */
const quiet = 4

/** A QR code, black on white in every theme: one bar for each run of dark modules. */
function Code({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const bars = data.flatMap((row, y) =>
    [
      ...row
        .map((dark) => (dark ? '1' : '0'))
        .join('')
        .matchAll(/1+/g),
    ].map(({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`),
  )
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-quiet} ${-quiet} ${size + 2 * quiet} ${size + 2 * quiet}`}
      shapeRendering="crispEdges"
      className="aspect-square w-full max-w-72 self-center rounded-field"
    >
      <rect x={-quiet} y={-quiet} width="100%" height="100%" fill="#fff" />
      <path d={bars.join('')} fill="#000" />
    </svg>
  )
}
