import { type Problem, problem } from "../core/Problem.ts"

/** Makes the problem of a passkey that is unknown or does not verify: that of a password names the email address. */
export const notVerified = (): Problem<"invalid_credentials"> =>
  problem("invalid_credentials", { detail: "The passkey could not be verified." })
