/**
 * What happens in a demo's past, by time. Tasks of one lane run in the order of their times; lanes run side by side.
 * Tasks of the desk run alone: what operators read and decide is then complete up to that time. Between them, the lanes
 * of the street go at their own pace: visits and scans of parcels, which move no money. Tasks are plain data, so that
 * those that are still to come can wait in a file.
 */
import type { MovingClock } from './moving-clock.ts'

/** A task with its time, in milliseconds since 1970. */
export type Planned<Task> = { lane: string; at: number; task: Task }

/**
 * The lanes of one shop may differ by this time at most, so that its bookings stand in the order of their times. Shops,
 * and the street, do not wait for each other.
 */
const span = 30 * 60_000
export const desk = 'desk'
const street = 'street'
/** The lanes of what moves no money. A lane is chosen by the text. */
export const streetLane = (text: string): string => `${street} ${text.charCodeAt(text.length - 1) % 3}`

/** The lane of the catalogue, which moves no money either. */
export const catalogueLane = `${street} catalogue`

/** The shop of a lane, which its name begins with. */
const shopOf = (lane: string): string => lane.split(' ')[0]!

export class Agenda<Task> {
  readonly #lanes = new Map<string, { at: number; task: Task }[]>()

  /** Adds a task. A task for a time that has passed runs next. */
  add(lane: string, at: number, task: Task): void {
    const tasks = this.#lanes.get(lane) ?? []
    this.#lanes.set(lane, tasks)
    // The latest first, so that the next is taken from the end. New tasks are mostly near.
    let place = tasks.length
    while (place > 0 && tasks[place - 1]!.at <= at) place -= 1
    tasks.splice(place, 0, { at, task })
  }

  /** The tasks that have not run. */
  get waiting(): Planned<Task>[] {
    return [...this.#lanes].flatMap(([lane, tasks]) => tasks.toReversed().map(({ at, task }) => ({ lane, at, task })))
  }

  #next(lane: string): number {
    return this.#lanes.get(lane)?.at(-1)?.at ?? Infinity
  }

  async #runLane(lane: string, until: number, clock: MovingClock, run: (task: Task) => Promise<void>): Promise<void> {
    while (this.#next(lane) < until) {
      const { at, task } = this.#lanes.get(lane)!.pop()!
      await clock.at(at, () => run(task))
    }
  }

  /**
   * Runs all tasks before `end`. `settled` waits for what they caused in the background; it is called after each piece
   * of time.
   */
  async run(
    end: number,
    clock: MovingClock,
    run: (task: Task) => Promise<void>,
    settled: () => Promise<void>,
  ): Promise<void> {
    const next = (lanes: string[]) => Math.min(...lanes.map((lane) => this.#next(lane)))
    const lanes = (name: (lane: string) => boolean) => [...this.#lanes.keys()].filter(name)
    for (;;) {
      const atDesk = this.#next(desk)
      const others = next(lanes((lane) => lane !== desk))
      if (Math.min(others, atDesk) >= end) break
      if (atDesk <= others) {
        clock.moveTo(atDesk)
        await this.#runLane(desk, atDesk + 1, clock, run)
        await settled()
        continue
      }
      const window = Math.min(atDesk, end)
      const outside = Promise.all(
        lanes((lane) => lane.startsWith(street)).map((lane) => this.#runLane(lane, window, clock, run)),
      )
      // It may fail while the others still run.
      outside.catch(() => undefined)
      const inside = lanes((lane) => lane !== desk && !lane.startsWith(street))
      const reached = new Map(inside.map((lane) => [shopOf(lane), 0]))
      await Promise.all(
        [...reached.keys()].map(async (shop) => {
          for (;;) {
            // Tasks may add lanes.
            const own = lanes((lane) => lane !== desk && shopOf(lane) === shop)
            const until = Math.min(next(own) + span, window)
            reached.set(shop, until)
            if (next(own) >= window) break
            await Promise.all(own.map((lane) => this.#runLane(lane, until, clock, run)))
            clock.moveTo(Math.min(...reached.values()))
            await settled()
          }
        }),
      )
      await outside
      await settled()
      clock.moveTo(window)
    }
    clock.moveTo(end)
  }
}
