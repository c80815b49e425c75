/** The signed-in operator, who may change their passkeys. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { OperatorNotFound } from "../OperatorErrors.ts"
import { ReauthenticationRequired, Unauthenticated } from "../../session/SessionErrors.ts"
import type { Operator } from "../Operator.ts"
import { OperatorAccounts } from "../OperatorAccounts.ts"
import { type OperatorPasskey, OperatorPasskeyRepository } from "../OperatorPasskeyRepository.ts"
import type { OperatorPasskeyRequest } from "../OperatorPasskeyRequest.ts"
import type { OperatorSessionSummary } from "../OperatorRepository.ts"
import { OperatorSessions } from "../OperatorSessions.ts"
import { isConfirmed } from "../OperatorStepUp.ts"
import * as OperatorChallenges from "./OperatorChallenges.ts"

/** An operator, and their passkeys. `isConfirmed`: whether the session allows to change them. */
export interface PasskeyOwner {
  readonly session: OperatorSessionSummary
  readonly operator: Operator
  readonly passkeys: ReadonlyArray<OperatorPasskey>
  readonly isConfirmed: boolean
}

/** Makes the functions. */
export const make = Effect.gen(function* () {
  const accounts = yield* OperatorAccounts
  const passkeys = yield* OperatorPasskeyRepository
  const { authenticate } = yield* OperatorSessions
  const { usableParty } = yield* OperatorChallenges.make

  /** Ignores passkeys of a former host: browsers do not offer them here, so the operator cannot use one. */
  const confirm = (session: OperatorSessionSummary, own: ReadonlyArray<OperatorPasskey>, origin: string) => {
    const party = usableParty(origin)
    return isConfirmed(
      session,
      Option.exists(party, ({ id }) => own.some(({ rpId }) => rpId === id))
    )
  }

  const idOf = ({ operator }: OperatorSessionSummary) =>
    Effect.mapBoth(operator, { onFailure: () => new OperatorNotFound(), onSuccess: ({ id }) => id })

  /** Returns the owner, without a lock. */
  const read = Effect.fnUntraced(function* ({ caller, origin }: OperatorPasskeyRequest) {
    const session = yield* authenticate(caller)
    const id = yield* idOf(session)
    const operator = yield* Effect.mapError(yield* accounts.findById(id), () => new Unauthenticated())
    const own = yield* passkeys.list(id)
    const owner: PasskeyOwner = { session, operator, passkeys: own, isConfirmed: yield* confirm(session, own, origin) }
    return owner
  })

  /**
   * Returns the owner. Fails unless they may change their passkeys. Call it in a transaction, which then locks the
   * operators: the passkeys change no more, and a change that ends the session waits or has ended it.
   */
  const lock = Effect.fnUntraced(function* ({ caller, origin }: OperatorPasskeyRequest) {
    const all = yield* accounts.listForUpdate
    const session = yield* authenticate(caller)
    const id = yield* idOf(session)
    const operator = all.find((found) => found.id === id)
    if (operator === undefined) return yield* new Unauthenticated()
    const own = yield* passkeys.list(id)
    if (!(yield* confirm(session, own, origin))) return yield* new ReauthenticationRequired()
    const owner: PasskeyOwner = { session, operator, passkeys: own, isConfirmed: true }
    return owner
  })

  /** Returns whether a session, with or without an operator, is recent and as strong as its operator can make it. */
  const isSessionConfirmed = Effect.fnUntraced(function* (session: OperatorSessionSummary, origin: string) {
    const own = Option.isSome(session.operator) ? yield* passkeys.list(session.operator.value.id) : []
    return yield* confirm(session, own, origin)
  })

  return { isSessionConfirmed, lock, read }
})
