import { queryAll, sql, type Tx } from '../../../platform/database/postgres.ts'
import type { Alert, AlertKind } from './staff-alert.ts'

export type StaffAlertRow = { id: string; kind: AlertKind; subject: string; facts: Record<string, string | number> }

/** Opens an alert unless it is open; then only its facts change. Returns the new row, or undefined. */
export const openAlert = async (tx: Tx, id: string, { kind, subject, facts }: Alert, now: Date) =>
  (
    await queryAll(
      tx,
      sql<StaffAlertRow & { opened: boolean }>`
        insert into staff_alert (id, kind, subject, facts, opened_at, notified_at)
        values (${id}, ${kind}, ${subject}, ${JSON.stringify(facts)}, ${now}, ${now})
        on conflict (kind, subject) where closed_at is null do update set facts = excluded.facts
        returning id, kind, subject, facts, id = ${id} as opened`,
    )
  ).find((row) => row.opened)

/** Marks open alerts as notified whose last notice is older than `before`, and returns them. */
export const claimReminders = (tx: Tx, before: Date, now: Date) =>
  queryAll(
    tx,
    sql<StaffAlertRow>`update staff_alert set notified_at = ${now} where closed_at is null and notified_at <= ${before}
      returning id, kind, subject, facts`,
  )

/** Closes the open alerts that are not among `keys` (`kind subject`), and returns them. */
export const closeAlertsExcept = (tx: Tx, keys: readonly string[], now: Date) =>
  queryAll(
    tx,
    sql<StaffAlertRow>`update staff_alert set closed_at = ${now}
      where closed_at is null and kind || ' ' || subject <> all(${keys}::text[]) returning id, kind, subject, facts`,
  )
