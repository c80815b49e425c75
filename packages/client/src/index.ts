/** Latchkey's HTTP API for browsers and programs. */
export type * from "./Aliases.ts"
export * from "./Client.ts"
export type * from "./Methods.ts"
export type * from "./Options.ts"
export type * from "./Problem.ts"
export type * from "./ProblemDocument.ts"
export type * from "./Schemas.ts"
export type * from "./Session.ts"
