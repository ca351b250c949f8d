/**
 * The steps of each request of the APIs before its work, in their order. A poll that is answered from memory takes them
 * before Fastify sees it, as far as nothing has to be waited for; Fastify goes on where it stopped (`answer-polls.ts`).
 */
import type { IncomingMessage } from 'node:http'
import type { Endpoint } from '@quayside/contract'
import type { FastifyRequest } from 'fastify'
import type { Actor, FindKey, FindSession } from '../security/actor.ts'
import { authorize, findCaller } from '../security/authorize.ts'
import { refuse } from '../refusal.ts'
import { networkOf } from './network.ts'
import type { RateState, RequestRate } from './request-rate.ts'

/** What the steps need, and how far a request has come. */
export type Passage = {
  endpoint: Endpoint
  /** The address of the caller. */
  ip: () => string
  /** Null before Fastify sees the request. */
  request: FastifyRequest | null
  /** The hash of the session's token in Base64, where it is known already. */
  session: string | null
  actor: Actor | undefined
  /** Of the two limits, the state of the one that was counted last. */
  rate: RateState | null
  next: number
  /** A refusal before Fastify saw the request. */
  refusal: { error: unknown } | null
}
/** `later`: the step has to wait, which only Fastify does. */
type Step = (passage: Passage) => void | 'later' | Promise<void>

export type StepParts = {
  rates: Record<'caller' | 'address', RequestRate>
  findSession: FindSession
  findKey?: FindKey | undefined
  /** The time of the server's clock, in epoch milliseconds. */
  now: () => number
}

export class RequestSteps {
  readonly #steps: readonly Step[]
  readonly #begun = new WeakMap<IncomingMessage, Passage>()

  constructor({ rates, findSession, findKey, now }: StepParts) {
    const count = (passage: Passage, rate: RequestRate, key: () => string): void => {
      // A processor's calls are signed, and come at the rate of the payments.
      if (passage.endpoint.access.who === 'processor') return
      const state = rate.count(key, Date.now())
      passage.rate = state ?? passage.rate
      if (state?.allowed === false) refuse('request/too-many')
    }
    this.#steps = [
      // Before the caller is looked up, so that guessed tokens count too.
      (passage) => count(passage, rates.address, () => networkOf(passage.ip())),
      (passage) => {
        const { request, session, endpoint } = passage
        if (request)
          return findCaller(endpoint, request, findSession, findKey).then((actor) => void (passage.actor = actor))
        const actor = session === null ? null : findSession.cached?.(session, 'merchant', now())
        if (actor?.who !== 'merchant') return 'later'
        passage.actor = actor
        return undefined
      },
      (passage) => {
        const { actor } = passage
        if (actor && actor.who !== 'anyone') count(passage, rates.caller, () => passage.session ?? callerOf(actor))
      },
      ({ endpoint, actor }) => authorize(endpoint, actor!),
    ]
  }

  /** Takes the steps that need not wait. False: Fastify is to go on with the request, or to refuse it. */
  takeNow(request: IncomingMessage, passage: Passage): boolean {
    try {
      for (; passage.next < this.#steps.length; passage.next += 1) {
        const done = this.#steps[passage.next]!(passage)
        if (done === 'later') {
          this.#begun.set(request, passage)
          return false
        }
      }
      return true
    } catch (error) {
      passage.refusal = { error }
      this.#begun.set(request, passage)
      return false
    }
  }

  /** Nothing was ready in memory: Fastify goes on with a request that has taken all steps. */
  leave = (request: IncomingMessage, passage: Passage): void => void this.#begun.set(request, passage)

  /** Takes the steps that are left. Throws the refusal of a step; `passage.next` says which one it was. */
  async takeAll(passage: Passage): Promise<void> {
    if (passage.refusal) throw passage.refusal.error
    for (; passage.next < this.#steps.length; passage.next += 1) await this.#steps[passage.next]!(passage)
  }

  /** Where a request stands when Fastify sees it. */
  passageOf(request: FastifyRequest, endpoint: Endpoint): Passage {
    const begun = this.#begun.get(request.raw)
    if (begun) return Object.assign(begun, { request })
    return {
      endpoint,
      ip: () => request.ip,
      request,
      session: null,
      actor: undefined,
      rate: null,
      next: 0,
      refusal: null,
    }
  }

  /** Whether the last step, the authorization of the caller, has refused. */
  isAtAuthorization = ({ next }: Passage): boolean => next === this.#steps.length - 1
}

/** A session or an API key: the key under which its requests are counted. */
const callerOf = (actor: Exclude<Actor, { who: 'anyone' }>): string => actor.tokenHash.toString('base64')
