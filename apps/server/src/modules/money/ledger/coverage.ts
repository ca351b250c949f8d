/** Assets divided by debts, with four decimals, rounded down; null without debts. */
export function coverageOf({ assets, owed }: { assets: bigint; owed: bigint }): string | null {
  if (owed <= 0n) return null
  const parts = assets < 0n ? 0n : (assets * 10_000n) / owed
  return `${parts / 10_000n}.${String(parts % 10_000n).padStart(4, '0')}`
}
