/** What the room of passwords consists of. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { AuthenticationMethod } from "../instance/AuthenticationMethods.ts"
import * as ChangePassword from "./ChangePassword.ts"
import * as SignInWithPassword from "./SignInWithPassword.ts"
import * as SignUp from "./SignUp.ts"

/** The ways in. */
export const methods = Effect.succeed([
  {
    id: "password",
    amr: ["pwd"],
    level: 1,
    isPossible: ({ authConfig }) => authConfig.password,
    admits: ({ authConfig }, { passwordHash }) => Effect.succeed(authConfig.password && Option.isSome(passwordHash))
  }
] satisfies ReadonlyArray<AuthenticationMethod>)

/** The use cases. Each may use those before it. */
export const useCases = { SignInWithPassword, ChangePassword, SignUp }

/** The rate limits. */
export * as limits from "./SignUpLimits.ts"

/** What it records. */
export { attempts, accountChanges } from "./PasswordRecords.ts"
