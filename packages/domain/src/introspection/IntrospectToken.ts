/** Telling an API whether a token works (RFC 7662). */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { PersistenceError } from "../core/Errors.ts"
import { traced } from "../core/Tracing.ts"
import * as TokenKinds from "./TokenKinds.ts"

/** The use case of telling whether a token works. */
export class IntrospectToken extends Context.Tag("@latchkey/domain/IntrospectToken")<
  IntrospectToken,
  {
    /**
     * Returns the token if it works now, also if that is because nothing has ended it yet; `None` for any other text.
     * Has no limit, so only for callers whom the operator trusts.
     */
    readonly introspect: (
      token: TokenKinds.AskedToken
    ) => Effect.Effect<Option.Option<TokenKinds.ActiveToken>, PersistenceError>
  }
>() {}

/** Makes the use case. */
export const make = Effect.map(TokenKinds.make, (kindOf) =>
  IntrospectToken.of({
    introspect: (token) =>
      Option.match(kindOf(token.presented), {
        onNone: () => Effect.succeedNone,
        onSome: ({ introspect }) => introspect(token)
      }).pipe(traced("IntrospectToken.introspect"))
  })
)

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(IntrospectToken, make)
