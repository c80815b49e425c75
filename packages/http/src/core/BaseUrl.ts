/** Public URLs on one base URL: the adapter of the port `PublicUrls`. */
import type { Token } from "@latchkey/domain/core/Token"
import { defaultId, type Instance } from "@latchkey/domain/instance/Instance"
import { isOfOperators } from "@latchkey/domain/instance/OperatorInstance"
import { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as AllowedOrigins from "./AllowedOrigins.ts"
import { type HttpOptions, HttpSettings } from "./HttpSettings.ts"

/** The path of magic links, below the prefix. */
export const verifyPath = "/v1/auth/magic-link/verify"

/** The path of the page that requests a link to set a new password, below the prefix. */
export const forgotPasswordPath = "/forgot-password"

/** The path of the page that sets a new password, below the prefix. */
export const resetPasswordPath = "/reset-password"

/** The path of the page that changes the email address with a link, below the prefix. */
export const confirmEmailPath = "/confirm-email"

/** The path of the page that restores a former email address with a link, below the prefix. */
export const restoreEmailPath = "/restore-email"

/** The path of the page that completes or cancels a recovery with a link, below the prefix. */
export const factorRecoveryPath = "/factor-recovery"

/** The path of the page that accepts an invitation, below the prefix. */
export const invitationPath = "/invitation"

/** The path of the page that completes a sign-up, below the prefix. */
export const verifySignUpPath = "/sign-up/verify"

/** The path of the page where users type the code of a device, below the prefix. */
export const devicePath = "/device"

/** The path that identity providers send users back to, below the prefix. */
export const identityProviderCallbackPath = "/v1/auth/identity-providers/callback"

/** The path of the dashboard, below the prefix. What belongs to operators is below it. */
export const dashboardPath = "/dashboard"

/** The path of the sign-in page, below the prefix. */
export const signInPath = "/sign-in"

const parts = /^(https?:\/\/)(\[[^\]]+\]|[^/:?#]+)(:[0-9]+)?$/

/**
 * Makes the URLs. The `default` instance is at `baseUrl`; every other instance is at its first host, on the same scheme
 * and port. That of operators is at `baseUrl`, below the path of the dashboard.
 */
export const make = ({
  allowedOrigins = [],
  baseUrl,
  localOrigins = false,
  prefix
}: Pick<HttpOptions, "baseUrl" | "prefix"> & Partial<AllowedOrigins.OriginSettings>): PublicUrls["Type"] => {
  const { isAllowed } = AllowedOrigins.make({ allowedOrigins, baseUrl, localOrigins })
  const [, scheme = "", , port = ""] = parts.exec(baseUrl) ?? []
  const origins = (instance: Instance) => {
    const ofHosts = instance.hosts.map((host) => `${scheme}${host}${port}`)
    return instance.id === defaultId || isOfOperators(instance.id) ? [baseUrl, ...ofHosts] : ofHosts
  }
  const origin = (instance: Instance) => origins(instance)[0] ?? baseUrl
  const base = (instance: Instance) => `${origin(instance)}${prefix}${isOfOperators(instance.id) ? dashboardPath : ""}`
  const link = (path: string) => (instance: Instance, token: Token) =>
    `${base(instance)}${path}?token=${Redacted.value(token)}`
  const page = (path: string) => (instance: Instance) => `${base(instance)}${path}`
  return PublicUrls.of({
    origin,
    origins,
    isReturnOrigin: (instance, origin) => origins(instance).includes(origin) || isAllowed(instance, origin),
    magicLink: link(verifyPath),
    passwordReset: link(resetPasswordPath),
    emailChange: link(confirmEmailPath),
    emailRestore: link(restoreEmailPath),
    factorRecovery: link(factorRecoveryPath),
    invitation: link(invitationPath),
    signUpVerification: link(verifySignUpPath),
    forgotPassword: page(forgotPasswordPath),
    signIn: page(signInPath),
    device: page(devicePath),
    identityProviderCallback: page(identityProviderCallbackPath),
    home: (instance) => (isOfOperators(instance.id) ? base(instance) : (instance.redirectUrl ?? `${origin(instance)}/`))
  })
}

/** The URLs of the settings. */
export const layer: Layer.Layer<PublicUrls, never, HttpSettings> = Layer.effect(
  PublicUrls,
  Effect.map(HttpSettings, make)
)
