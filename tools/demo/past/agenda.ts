/**
 * What happens in a demo's past, by time. Work of one lane runs in the order of its times; lanes run side by side.
 * Work of the desk runs alone: what operators read and decide is then complete up to that time.
 */
import type { MovingClock } from './moving-clock.ts'

type Work = { at: number; run: () => Promise<void> }

/** Lanes may differ by this time at most. */
const span = 30 * 60_000
export const desk = 'desk'

export class Agenda {
  readonly #lanes = new Map<string, Work[]>()

  /** Adds work. Work for a time that has passed runs next. */
  add(lane: string, at: number, run: () => Promise<void>): void {
    const works = this.#lanes.get(lane) ?? []
    this.#lanes.set(lane, works)
    // The latest first, so that the next is taken from the end. New work is mostly near.
    let place = works.length
    while (place > 0 && works[place - 1]!.at <= at) place -= 1
    works.splice(place, 0, { at, run })
  }

  #next(lane: string): number {
    return this.#lanes.get(lane)?.at(-1)?.at ?? Infinity
  }

  async #runLane(lane: string, until: number, clock: MovingClock): Promise<void> {
    while (this.#next(lane) < until) {
      const { at, run } = this.#lanes.get(lane)!.pop()!
      await clock.at(at, run)
    }
  }

  /** Runs everything before `end`. `settled` waits for what the work caused in the background. */
  async run(end: number, clock: MovingClock, settled: () => Promise<void>): Promise<void> {
    for (;;) {
      const lanes = [...this.#lanes.keys()].filter((lane) => lane !== desk)
      const first = Math.min(...lanes.map((lane) => this.#next(lane)))
      const atDesk = this.#next(desk)
      if (Math.min(first, atDesk) >= end) break
      if (atDesk <= first) {
        clock.moveTo(atDesk)
        const { at, run } = this.#lanes.get(desk)!.pop()!
        await clock.at(at, run)
      } else {
        const until = Math.min(first + span, atDesk, end)
        await Promise.all(lanes.map((lane) => this.#runLane(lane, until, clock)))
        clock.moveTo(until)
      }
      await settled()
    }
    clock.moveTo(end)
  }
}
