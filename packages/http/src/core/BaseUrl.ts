/** Public URLs on one base URL: the adapter of the port `PublicUrls`. */
import { defaultId, type Instance } from "@latchkey/domain/instance/Instance"
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

/** The path of the sign-in page, below the prefix. */
export const signInPath = "/sign-in"

const parts = /^(https?:\/\/)(\[[^\]]+\]|[^/:?#]+)(:[0-9]+)?$/

/**
 * Makes the URLs. The `default` instance is at `baseUrl`; every other instance is at its first host, on the same scheme
 * and port.
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
    return instance.id === defaultId ? [baseUrl, ...ofHosts] : ofHosts
  }
  const origin = (instance: Instance) => origins(instance)[0] ?? baseUrl
  return PublicUrls.of({
    origin,
    origins,
    isReturnOrigin: (instance, origin) => origins(instance).includes(origin) || isAllowed(instance, origin),
    magicLink: (instance, token) => `${origin(instance)}${prefix}${verifyPath}?token=${Redacted.value(token)}`,
    passwordReset: (instance, token) =>
      `${origin(instance)}${prefix}${resetPasswordPath}?token=${Redacted.value(token)}`,
    emailChange: (instance, token) => `${origin(instance)}${prefix}${confirmEmailPath}?token=${Redacted.value(token)}`,
    emailRestore: (instance, token) => `${origin(instance)}${prefix}${restoreEmailPath}?token=${Redacted.value(token)}`,
    factorRecovery: (instance, token) =>
      `${origin(instance)}${prefix}${factorRecoveryPath}?token=${Redacted.value(token)}`,
    invitation: (instance, token) => `${origin(instance)}${prefix}${invitationPath}?token=${Redacted.value(token)}`,
    signUpVerification: (instance, token) =>
      `${origin(instance)}${prefix}${verifySignUpPath}?token=${Redacted.value(token)}`,
    forgotPassword: (instance) => `${origin(instance)}${prefix}${forgotPasswordPath}`,
    signIn: (instance) => `${origin(instance)}${prefix}${signInPath}`,
    device: (instance) => `${origin(instance)}${prefix}${devicePath}`,
    identityProviderCallback: (instance) => `${origin(instance)}${prefix}${identityProviderCallbackPath}`,
    home: (instance) => instance.redirectUrl ?? `${origin(instance)}/`
  })
}

/** The URLs of the settings. */
export const layer: Layer.Layer<PublicUrls, never, HttpSettings> = Layer.effect(
  PublicUrls,
  Effect.map(HttpSettings, make)
)
