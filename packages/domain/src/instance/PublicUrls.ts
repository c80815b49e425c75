import * as Context from "effect/Context"
import type { Token } from "../core/Token.ts"
import type { Instance } from "./Instance.ts"

/**
 * The port for the public URLs of an instance. An adapter takes them only from configuration, never from a request
 * header, so that an attacker cannot make links in emails lead elsewhere (compare CVE-2023-49097, GHSA-3529-5m8x-rpv3).
 */
export class PublicUrls extends Context.Tag("@latchkey/domain/PublicUrls")<
  PublicUrls,
  {
    /** Returns scheme, host and port of the instance, such as `https://auth.example.com`. Links lead there. */
    readonly origin: (instance: Instance) => string
    /** Returns the origins of all hosts of the instance. */
    readonly origins: (instance: Instance) => ReadonlyArray<string>
    /** Returns `true` if users may go on to pages of the origin after signing in. */
    readonly isReturnOrigin: (instance: Instance, origin: string) => boolean
    /** Returns the magic link for an email. It contains the token: treat it as a secret. */
    readonly magicLink: (instance: Instance, token: Token) => string
    /** Returns the link to set a new password, for an email. It contains the token: treat it as a secret. */
    readonly passwordReset: (instance: Instance, token: Token) => string

    /** Returns the page that changes the email address with the token of a link to the new one. */
    readonly emailChange: (instance: Instance, token: Token) => string

    /** Returns the page that restores a former email address with the token of a link. */
    readonly emailRestore: (instance: Instance, token: Token) => string

    /** Returns the page of a recovery, which completes or cancels it with the token of a link. */
    readonly factorRecovery: (instance: Instance, token: Token) => string
    /** Returns the link to accept an invitation, for an email. It contains the token: treat it as a secret. */
    readonly invitation: (instance: Instance, token: Token) => string
    /** Returns the link that completes a sign-up, for an email. It contains the token: treat it as a secret. */
    readonly signUpVerification: (instance: Instance, token: Token) => string
    /** Returns the page where users request a link to set a new password, for an email. */
    readonly forgotPassword: (instance: Instance) => string
    /** Returns the sign-in page, for an email. */
    readonly signIn: (instance: Instance) => string
    /** Returns the page where users type the code of a device. */
    readonly device: (instance: Instance) => string
    /** Returns where identity providers send users back to. Operators register it there. */
    readonly identityProviderCallback: (instance: Instance) => string
    /** Returns where a browser goes after signing in. */
    readonly home: (instance: Instance) => string
  }
>() {}

/** Returns host and port of the instance without the scheme, as users know it from the address bar. */
export const hostOf = (urls: PublicUrls["Type"], instance: Instance): string =>
  urls.origin(instance).replace(/^https?:\/\//, "")
