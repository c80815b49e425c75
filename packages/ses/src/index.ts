/**
 * @since 0.1.0
 */
export * as SesCredentials from "./SesCredentials.ts"
export * as SesErrors from "./SesErrors.ts"
export * as SesIdentity from "./SesIdentity.ts"
export * as SesMailer from "./SesMailer.ts"
export * as SesReports from "./SesReports.ts"
