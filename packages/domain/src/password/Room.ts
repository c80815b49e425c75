/** What the room of passwords consists of. */
import * as ChangePassword from "./ChangePassword.ts"
import * as SignInWithPassword from "./SignInWithPassword.ts"
import * as SignUp from "./SignUp.ts"

/** The use cases. Each may use those before it. */
export const useCases = { SignInWithPassword, ChangePassword, SignUp }

/** The rate limits. */
export * as limits from "./SignUpLimits.ts"

/** What it records. */
export { attempts } from "./PasswordRecords.ts"
