/**
 * What the room of passwords consists of.
 *
 * @since 0.1.0
 */
import * as ChangePassword from "./ChangePassword.ts"
import * as SignInWithPassword from "./SignInWithPassword.ts"
import * as SignUp from "./SignUp.ts"

/** The use cases. Each may use those before it. @since 0.1.0 */
export const useCases = { SignInWithPassword, ChangePassword, SignUp }
