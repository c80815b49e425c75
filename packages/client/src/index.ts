/**
 * Latchkey's HTTP API for browsers and programs.
 *
 * @since 0.1.0
 */
export type * from "./Account.ts"
export * from "./Client.ts"
export type * from "./FactorRecovery.ts"
export type * from "./Options.ts"
export type * from "./Passkey.ts"
export type * from "./Problem.ts"
export type * from "./SecondFactor.ts"
export type * from "./Session.ts"
