/** The first, the middle and the last of the days of a chart; fewer if there are fewer. */
export const axisOf = <T>(days: readonly T[]): T[] =>
  days.length < 3 ? [...days] : [days[0]!, days[Math.floor((days.length - 1) / 2)]!, days.at(-1)!]
