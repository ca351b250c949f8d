import {
  businessSettings,
  settingSpan,
  type SettingName,
  type SettingValue,
  type SettingValues,
  type ShippingRate,
  type TaxRate,
} from '@quayside/contract/settings'
import type { Settings } from '../settings.ts'
import type { ChangeListener } from './events/change-listener.ts'
import { operatorsKey } from './events/events.ts'
import type { Logger } from './observability/logger.ts'
import { invariant } from './refusal.ts'
import { queryAll, sql, type Queryable } from './database/postgres.ts'

/** A signed value: it counts from its date on, unless a later version counts too. */
type Version = { name: SettingName; version: number; value: unknown; effective_at: Date }

/** Milliseconds. */
const times = {
  /** Reads all versions again at this interval, in case a notification was missed. */
  refresh: 20_000,
  /** A read that failed is repeated after this time. */
  retry: 1000,
  /**
   * Versions that are older than this may lack one that counts already: a version counts a minute after it is signed
   * at the earliest.
   */
  stale: 60_000,
}

/** What the installation starts with: the environment where it has a variable, else the default of the contract. */
export function initialValue(
  { commissionBasisPoints, money, shippingRates, taxRates, supportHours, tabs, languages }: Settings,
  name: SettingName,
): SettingValue {
  switch (name) {
    case 'commission':
      return commissionBasisPoints
    case 'withdrawal-fee.bank':
      return Number(money.fees.bank)
    case 'withdrawal-fee.chain':
      return Number(money.fees.chain)
    case 'card-hold':
      return money.cardHoldDays
    case 'second-signature-above':
      return Number(money.secondPersonAbove)
    case 'pix-rate':
      return money.pix?.rate ?? (businessSettings['pix-rate'].initial as number)
    case 'processor-fee.rate':
      return money.processorFee.rate
    case 'processor-fee.fixed':
      return money.processorFee.fixed
    case 'shipping-rates':
      return shippingRates ?? (businessSettings['shipping-rates'].initial as ShippingRate[])
    case 'tax-rates':
      return taxRates ?? (businessSettings['tax-rates'].initial as TaxRate[])
    case 'support-hours':
      return supportHours
    case 'tabs':
      return tabs
    case 'languages':
      return languages
    default:
      return businessSettings[name].initial as SettingValue
  }
}

/**
 * The business settings in memory, so that a request costs no query. Every copy of the server hears of a new version
 * when it is signed. A version counts a minute later at the earliest, so all copies begin to use it at the same
 * instant.
 */
export class BusinessSettings {
  readonly #settings: Settings
  readonly #log: Pick<Logger, 'error'>
  #versions: readonly Version[] = []
  #loading: Promise<void> | undefined
  #isAsked = false
  #timer: NodeJS.Timeout | undefined
  #retry: NodeJS.Timeout | undefined
  #readAt = 0
  readonly #times: typeof times

  constructor(settings: Settings, log: Pick<Logger, 'error'>, spans: Partial<typeof times> = {}) {
    this.#settings = settings
    this.#log = log
    this.#times = { ...times, ...spans }
  }

  /** Reads the versions, and again after each change. Throws when the first read fails. */
  async start(db: Queryable, changes: ChangeListener): Promise<void> {
    await this.#load(db)
    const again = () => this.#refresh(db)
    changes.subscribe(operatorsKey, (topics) => {
      if ((topics as readonly string[]).some((topic) => topic === 'settings' || topic === 'resync')) again()
    })
    this.#timer = setInterval(again, this.#times.refresh)
    this.#timer.unref()
  }

  stop(): void {
    clearInterval(this.#timer)
    clearTimeout(this.#retry)
    this.#timer = undefined
  }

  /**
   * Reads once more, after a read that is under way: an older answer never replaces a newer one. A stall of the
   * process lets several requests for a read come at once; they are one read.
   */
  #refresh(db: Queryable): void {
    if (this.#loading) {
      this.#isAsked = true
      return
    }
    clearTimeout(this.#retry)
    this.#loading = this.#load(db)
      .catch((error: unknown) => {
        // After `stop` the connections are closed.
        if (this.#timer === undefined) return
        // The versions in memory still count. One read that failed in a busy moment is no error of its own.
        if (performance.now() - this.#readAt > this.#times.stale)
          this.#log.error({ err: error }, 'settings: the versions were not read')
        this.#retry = setTimeout(() => this.#refresh(db), this.#times.retry)
        this.#retry.unref()
      })
      .finally(() => {
        this.#loading = undefined
        if (!this.#isAsked) return
        this.#isAsked = false
        this.#refresh(db)
      })
  }

  /** The value that counts at an instant: pass the instant at which an order was placed to get its terms. */
  at<N extends SettingName>(name: N, at: Date): SettingValues[N] {
    const version = this.#versions.find((one) => one.name === name && one.effective_at <= at)
    return (version ? version.value : initialValue(this.#settings, name)) as SettingValues[N]
  }

  /** A setting that is a time, in milliseconds. */
  span(name: SettingName, at: Date): number {
    const span = settingSpan(name, this.at(name, at) as SettingValue)
    invariant(span !== null, `settings: ${name} is a time`)
    return span
  }

  async #load(db: Queryable): Promise<void> {
    const asked = performance.now()
    // Of two versions whose date has come, the later decision counts.
    this.#versions = await queryAll(
      db,
      sql<Version>`select name, version, value, effective_at from setting_version order by version desc`,
    )
    this.#readAt = asked
  }
}
