/** The whole contract. The OpenAPI document, the typed client and the handlers are all derived from it. */
import * as HttpApi from "@effect/platform/HttpApi"
import * as OpenApi from "@effect/platform/OpenApi"
import { AccessTokenApi } from "./access-token/AccessTokenApi.ts"
import { UserApi } from "./account/UserApi.ts"
import { HealthApi } from "./core/HealthApi.ts"
import type { HttpOptions } from "./core/HttpSettings.ts"
import * as OpenApiProblems from "./core/internal/OpenApiProblems.ts"
import { DeviceSignInApi } from "./device-sign-in/DeviceSignInApi.ts"
import { EmailChangeApi } from "./email-change/EmailChangeApi.ts"
import { FactorRecoveryApi } from "./factor-recovery/FactorRecoveryApi.ts"
import { IdentityProviderAdminApi } from "./identity-provider/IdentityProviderAdminApi.ts"
import { IdentityProviderApi } from "./identity-provider/IdentityProviderApi.ts"
import { InstanceApi } from "./instance/InstanceApi.ts"
import { AcceptanceApi } from "./invitation/AcceptanceApi.ts"
import { IntrospectionApi, RevocationApi } from "./introspection/IntrospectionApi.ts"
import { InvitationApi } from "./invitation/InvitationApi.ts"
import { EmailReportApi } from "./mail/EmailReportApi.ts"
import { AuditApi } from "./audit/AuditApi.ts"
import { EventApi } from "./event/EventApi.ts"
import { EmailSuppressionApi } from "./mail/EmailSuppressionApi.ts"
import { EmailTextApi } from "./mail/EmailTextApi.ts"
import { MagicLinkApi } from "./magic-link/MagicLinkApi.ts"
import { ApiKeyApi } from "./operator/ApiKeyApi.ts"
import * as AdminKeySecurity from "./operator/internal/AdminKeySecurity.ts"
import { OperatorApi } from "./operator/OperatorApi.ts"
import { PasskeyApi } from "./passkey/PasskeyApi.ts"
import { PasswordApi } from "./password/PasswordApi.ts"
import { PasswordResetApi } from "./password-reset/PasswordResetApi.ts"
import { PendingSignUpApi } from "./pending-sign-up/PendingSignUpApi.ts"
import { ReauthenticationApi } from "./reauthentication/ReauthenticationApi.ts"
import { SecondFactorApi } from "./second-factor/SecondFactorApi.ts"
import { RefreshTokenApi } from "./refresh-token/RefreshTokenApi.ts"
import { SessionApi } from "./session/SessionApi.ts"
import { PersonalDataApi } from "./personal-data/PersonalDataApi.ts"
import { PersonalTokenAdminApi } from "./personal-token/PersonalTokenAdminApi.ts"
import { PersonalTokenApi } from "./personal-token/PersonalTokenApi.ts"
import * as SessionSecurity from "./session/SessionSecurity.ts"
import { WebhookApi } from "./webhook/WebhookApi.ts"

/** Returns `true` for an operation of the contract. An operation id begins with the name of its group. */
const isOwn = ({ operationId }: OpenApiProblems.Operation): boolean => {
  const [group = "", endpoint] = operationId.split(".")
  return endpoint !== undefined && Object.hasOwn(LatchkeyApi.groups, group)
}

/**
 * Makes the function that completes the OpenAPI document of an app's own API that includes the contract: adds the
 * security schemes of the contract, with the names of the cookies under these settings, and corrects the error
 * responses of its operations, which the platform describes in part.
 */
export const withSecuritySchemesOf =
  (options: Pick<HttpOptions, "cookiePrefix">) =>
  <Document extends object>(document: Document): Document => {
    if (!OpenApiProblems.isDocument(document)) return document
    const corrected = OpenApiProblems.correct(document, isOwn)
    const { components } = corrected
    const schemes = { ...SessionSecurity.schemesOf(options), ...AdminKeySecurity.schemes }
    return {
      ...corrected,
      components: { ...components, securitySchemes: { ...components.securitySchemes, ...schemes } }
    }
  }

/** The same for cookies without a prefix: `.annotate(OpenApi.Transform, withSecuritySchemes)`. */
export const withSecuritySchemes: <Document extends object>(document: Document) => Document = withSecuritySchemesOf({
  cookiePrefix: "none"
})

const contact = { name: "Latchkey", url: "https://github.com/latchkey-auth/latchkey/issues" }

/** Adds what no annotation declares. */
const complete = (document: OpenApiProblems.Document) => ({
  ...withSecuritySchemes(document),
  info: { ...document.info, contact }
})

/**
 * The groups `password`, `passwordReset`, `pendingSignUp`, `magicLink`, `emailChange`, `acceptance`, `session`,
 * `secondFactor`, `factorRecovery`, `reauthentication`, `passkey`, `identityProvider`, `deviceSignIn`, `personalToken`,
 * `accessToken`, `refreshToken`, `introspection`, `revocation`, `personalData`, `instance`, `identityProviderAdmin`,
 * `user`, `personalTokenAdmin`, `audit`, `event`, `webhook`, `invitation`, `emailText`, `emailSuppression`,
 * `emailReport`, `operator`, `apiKey` and `health`. `Http` has the handlers. An app can add the whole contract to its
 * own API with `.addHttpApi(LatchkeyApi)`.
 */
export class LatchkeyApi extends HttpApi.make("latchkey")
  .add(PasswordApi)
  .add(PasswordResetApi)
  .add(PendingSignUpApi)
  .add(MagicLinkApi)
  .add(PasskeyApi)
  .add(IdentityProviderApi)
  .add(EmailChangeApi)
  .add(AcceptanceApi)
  .add(SessionApi)
  .add(SecondFactorApi)
  .add(FactorRecoveryApi)
  .add(ReauthenticationApi)
  .add(DeviceSignInApi)
  .add(PersonalTokenApi)
  .add(AccessTokenApi)
  .add(RefreshTokenApi)
  .add(IntrospectionApi)
  .add(RevocationApi)
  .add(PersonalDataApi)
  .add(InstanceApi)
  .add(IdentityProviderAdminApi)
  .add(UserApi)
  .add(PersonalTokenAdminApi)
  .add(AuditApi)
  .add(EventApi)
  .add(WebhookApi)
  .add(InvitationApi)
  .add(EmailSuppressionApi)
  .add(EmailReportApi)
  .add(EmailTextApi)
  .add(OperatorApi)
  .add(ApiKeyApi)
  .add(HealthApi)
  // In an app's own API the groups inherit this annotation, and it is called for their tags, too.
  .annotate(OpenApi.Transform, (part) => (OpenApiProblems.isDocument(part) ? complete(part) : part))
  .annotate(OpenApi.Title, "Latchkey")
  .annotate(OpenApi.Version, "1")
  .annotate(
    OpenApi.Description,
    "Sign-in with a passkey, with email and password, with a magic link by email, or with an identity provider."
  )
  .annotate(OpenApi.License, { name: "MIT", url: "https://opensource.org/license/mit" })
  .annotate(OpenApi.Servers, [{ url: "/", description: "The origin that serves this document" }]) {}
