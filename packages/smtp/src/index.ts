export * as SmtpAccess from "./SmtpAccess.ts"
export * as SmtpErrors from "./SmtpErrors.ts"
export * as SmtpMailer from "./SmtpMailer.ts"
export * as SmtpUrl from "./SmtpUrl.ts"
