import { clsx } from 'clsx'
import { useLocale } from './provider.tsx'

const formats = new Map<string, Intl.NumberFormat>()

/** Formats "1204.50" as US dollars in a locale. Exact: the text is never converted to a floating-point number. */
export function formatMoney(value: string, locale: string, sign: boolean): string {
  return formatOf(locale, sign)
    .formatToParts(value as Intl.StringNumericLiteral)
    .map((part) => signText(part, locale))
    .join('')
}

/** The sign of the US dollar: "US$" where "$" alone is another money. `withDollarSign` of the contract has the same. */
const dollarSign = (locale: string): string => (/^(es|pt|zh-Hant)\b/.test(locale) ? 'US$' : '$')

/** A real minus, and the sign of the dollar: every amount is in this currency. */
const signText = ({ type, value }: Intl.NumberFormatPart, locale: string): string =>
  type === 'minusSign' ? value.replace('-', '\u2212') : type === 'currency' ? dollarSign(locale) : value

function formatOf(locale: string, sign: boolean): Intl.NumberFormat {
  const key = `${locale} ${sign}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: 'USD',
      currencyDisplay: 'narrowSymbol',
      useGrouping: 'always',
      signDisplay: sign ? 'exceptZero' : 'auto',
    })
    formats.set(key, format)
  }
  return format
}

const sizes = {
  body: '',
  section: 'text-section font-semibold',
  display: 'text-display font-semibold',
  'display-large': 'text-display-large font-semibold',
}

/**
 * An amount of money. `value` is the decimal string of the API; `sign` also shows a plus. Large amounts have smaller
 * cents.
 */
export function Money({
  value,
  sign = false,
  size = 'body',
  className,
}: {
  value: string
  sign?: boolean
  size?: keyof typeof sizes
  className?: string
}) {
  const locale = useLocale()
  return (
    <bdi dir="ltr" className={clsx('whitespace-nowrap tabular-nums', sizes[size], className)}>
      {size === 'display-large' ? (
        <SmallCents value={value} locale={locale} sign={sign} />
      ) : (
        formatMoney(value, locale, sign)
      )}
    </bdi>
  )
}

function SmallCents({ value, locale, sign }: { value: string; locale: string; sign: boolean }) {
  return formatOf(locale, sign)
    .formatToParts(value as Intl.StringNumericLiteral)
    .map((part) =>
      part.type === 'decimal' || part.type === 'fraction' ? (
        <span key={part.type} className="text-title">
          {part.value}
        </span>
      ) : (
        signText(part, locale)
      ),
    )
}
