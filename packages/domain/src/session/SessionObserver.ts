import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Caller } from "../core/Caller.ts"
import type { PersistenceError } from "../core/Errors.ts"
import type { InstanceId, SessionId, UserId } from "../core/Ids.ts"
import type { MethodIds } from "../instance/AuthenticationMethods.ts"

/** A session, and who has opened or ended it. */
export interface ObservedSession {
  readonly instanceId: InstanceId
  readonly userId: UserId
  readonly id: SessionId
  readonly caller: Caller
}

/**
 * The service that is told of each session that is issued, and of each that its user ends by signing out. `operator`
 * provides it: the audit log has the sessions of operators.
 */
export class SessionObserver extends Context.Tag("@latchkey/domain/SessionObserver")<
  SessionObserver,
  {
    /** Records a session, in the transaction that has stored it if there is one. */
    readonly issued: (
      session: ObservedSession & { readonly methods: MethodIds }
    ) => Effect.Effect<void, PersistenceError>

    /** Records a sign-out, in the transaction that has revoked the session. */
    readonly signedOut: (session: ObservedSession) => Effect.Effect<void, PersistenceError>
  }
>() {}
