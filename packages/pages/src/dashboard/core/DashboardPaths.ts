/**
 * The paths of the dashboard.
 */
import type { ApiKeyId, InstanceId, SessionId, UserId, QueuedEmailId } from "@latchkey/domain/core/Ids"
import type { InvitationId } from "@latchkey/domain/invitation/InvitationRepository"
import type { DashboardInvitationId } from "@latchkey/domain/operator/DashboardInvitation"
import type { PersonalTokenId } from "@latchkey/domain/personal-token/PersonalTokenRepository"
import type { Language } from "@latchkey/domain/language/Language"
import type { EmailKind } from "@latchkey/domain/mail/MailDeliveryLog"
import * as Paths from "../../core/Paths.ts"
import * as ReturnUrl from "../../core/ReturnUrl.ts"

/** What an administrator can do to a user, after a confirmation. */
export type UserAction =
  | "delete"
  | "disable"
  | "enable"
  | "make-link"
  | "remove-passkeys"
  | "reset-factor"
  | "reset-failures"
  | "send-link"
  | "sign-out"

/** What an administrator did to a user, which the user's page says afterwards. */
export type UserDone = UserAction | "create" | "existed" | "revoke" | "revoke-token" | "save"

/** What an administrator can do to another one, after a confirmation. */
export type OperatorAction = "delete" | "disable" | "enable" | "remove-passkeys"

/** What an administrator did to another one, which a page says afterwards. */
export type OperatorDone = OperatorAction | "invited" | "saved"

/** What an administrator did on the page of sessions and invitations. */
export type AccessAction = "revoked" | "revoked-others" | "withdrawn"

/** Returns the query of a URL with the parameters that are not empty; nothing without any. */
export const query = (parameters: Readonly<Record<string, string>>): string => {
  const given = Object.entries(parameters).filter(([, value]) => value !== "")
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`
}

/** The paths, with their prefix. Some take query parameters; an empty one is left out. */
export interface DashboardPaths {
  readonly home: string
  readonly enter: string
  readonly signIn: (returnUrl?: string) => string
  /** The sign-in page for an administrator who is signed in, and has to confirm who they are. */
  readonly signInAgain: (returnUrl: string) => string
  readonly signInCode: string
  readonly account: string
  readonly signedOut: string
  readonly signOut: string
  readonly language: string
  readonly newInstance: string
  readonly audit: (filter?: { readonly user?: UserId; readonly operator?: UserId }) => string
  readonly auditCsv: string
  readonly access: (done?: AccessAction) => string
  readonly operatorSession: (id: SessionId) => string
  readonly revokeOtherOperators: string
  readonly withdrawal: (id: DashboardInvitationId) => string
  readonly operators: (done?: OperatorDone) => string
  readonly operator: (id: UserId, done?: OperatorDone) => string
  readonly operatorAction: (id: UserId, action: OperatorAction) => string
  readonly operatorInvitation: (id: UserId) => string
  readonly apiKeys: (done?: "revoked") => string
  readonly apiKeyRevocation: (id: ApiKeyId) => string
  readonly instance: (id: InstanceId, period?: string) => string
  readonly deletion: (id: InstanceId) => string
  readonly settings: (id: InstanceId, section?: string) => string
  readonly saved: (id: InstanceId, section: string) => string
  readonly trial: (id: InstanceId) => string
  readonly users: (id: InstanceId, search?: { readonly status?: string; readonly done?: UserAction }) => string
  readonly usersCsv: (id: InstanceId) => string
  readonly newUser: (id: InstanceId) => string
  readonly user: (id: InstanceId, userId: UserId, done?: UserDone) => string
  readonly editUser: (id: InstanceId, userId: UserId) => string
  readonly userAction: (id: InstanceId, userId: UserId, action: UserAction) => string
  readonly session: (id: InstanceId, userId: UserId, sessionId: SessionId) => string
  readonly token: (id: InstanceId, userId: UserId, tokenId: PersonalTokenId) => string
  readonly invitations: (id: InstanceId, query?: { readonly done?: "invited" | "withdrawn" }) => string
  readonly invitationsCsv: (id: InstanceId) => string
  readonly invitationWithdrawal: (id: InstanceId, invitationId: InvitationId) => string
  readonly emails: (id: InstanceId, filter?: { readonly email?: string; readonly status?: string }) => string
  readonly emailsCsv: (id: InstanceId) => string
  readonly suppressions: (id: InstanceId, query?: { readonly done?: "lifted" }) => string
  readonly suppressionsCsv: (id: InstanceId) => string
  readonly suppressionLift: (id: InstanceId, emailId: QueuedEmailId) => string
  readonly emailTexts: (id: InstanceId, language?: Language) => string
  readonly emailText: (
    id: InstanceId,
    text: { readonly kind: EmailKind; readonly language: Language; readonly done?: "reset" | "saved" | "sent" }
  ) => string
}

/** Makes the paths below a prefix. */
export const make = (prefix: string): DashboardPaths => {
  const home = `${prefix}${Paths.dashboard}`
  const instance = (id: InstanceId, period = "") => `${home}/instances/${id}${query({ period })}`
  const access = `${home}/access`
  const apiKeys = `${home}/api-keys`
  const operators = `${home}/operators`
  const settings = (id: InstanceId) => `${instance(id)}/settings`
  const user = (id: InstanceId, userId: UserId) => `${instance(id)}/users/${userId}`
  return {
    home,
    enter: `${home}/enter`,
    signIn: (returnUrl = "") => `${home}/sign-in${query({ [ReturnUrl.parameter]: returnUrl })}`,
    signInAgain: (returnUrl) => `${home}/sign-in${query({ again: "1", [ReturnUrl.parameter]: returnUrl })}`,
    signInCode: `${home}/sign-in/code`,
    account: `${home}${Paths.account}`,
    signedOut: `${home}/sign-in?signed-out=1`,
    signOut: `${home}/sign-out`,
    language: `${home}/language`,
    newInstance: `${home}/instances/new`,
    audit: ({ operator = "", user = "" } = {}) => `${home}/audit${query({ user, by: operator })}`,
    auditCsv: `${home}/audit.csv`,
    access: (done) => `${access}${query({ done: done ?? "" })}`,
    operatorSession: (id) => `${access}/sessions/${id}/revoke`,
    revokeOtherOperators: `${access}/revoke-others`,
    withdrawal: (id) => `${access}/invitations/${id}/withdraw`,
    operators: (done) => `${operators}${query({ done: done ?? "" })}`,
    operator: (id, done) => `${operators}/${id}${query({ done: done ?? "" })}`,
    operatorAction: (id, action) => `${operators}/${id}/${action}`,
    operatorInvitation: (id) => `${operators}/${id}/invite`,
    apiKeys: (done) => `${apiKeys}${query({ done: done ?? "" })}`,
    apiKeyRevocation: (id) => `${apiKeys}/${id}/revoke`,
    instance,
    deletion: (id) => `${instance(id)}/delete`,
    settings: (id, section) => (section === undefined ? settings(id) : `${settings(id)}/${section}`),
    saved: (id, section) => `${settings(id)}/${section}?saved=1`,
    trial: (id) => `${settings(id)}/password-trial`,
    users: (id, { done = "", status = "" } = {}) => `${instance(id)}/users${query({ status, done })}`,
    usersCsv: (id) => `${instance(id)}/users.csv`,
    newUser: (id) => `${instance(id)}/users/new`,
    user: (id, userId, done) => `${user(id, userId)}${query({ done: done ?? "" })}`,
    editUser: (id, userId) => `${user(id, userId)}/edit`,
    userAction: (id, userId, action) => `${user(id, userId)}/${action}`,
    session: (id, userId, sessionId) => `${user(id, userId)}/sessions/${sessionId}/revoke`,
    token: (id, userId, tokenId) => `${user(id, userId)}/tokens/${tokenId}/revoke`,
    invitations: (id, { done = "" } = {}) => `${instance(id)}/invitations${query({ done })}`,
    invitationsCsv: (id) => `${instance(id)}/invitations.csv`,
    invitationWithdrawal: (id, invitationId) => `${instance(id)}/invitations/${invitationId}/withdraw`,
    emails: (id, { email = "", status = "" } = {}) => `${instance(id)}/emails${query({ q: email, status })}`,
    emailsCsv: (id) => `${instance(id)}/emails.csv`,
    suppressions: (id, { done = "" } = {}) => `${instance(id)}/suppressed${query({ done })}`,
    suppressionsCsv: (id) => `${instance(id)}/suppressed.csv`,
    suppressionLift: (id, emailId) => `${instance(id)}/suppressed/${emailId}/lift`,
    emailTexts: (id, language = undefined) => `${instance(id)}/email-texts${query({ language: language ?? "" })}`,
    emailText: (id, { done = "", kind, language }) =>
      `${instance(id)}/email-texts/${kind}/${language}${query({ done })}`
  }
}

/**
 * Returns where an administrator goes after signing in: the page of the dashboard that they opened first, or `home` for
 * any other URL. Decides by how a browser resolves the text.
 */
export const afterSignIn = (
  returnUrl: string,
  options: { readonly baseUrl: string; readonly home: string }
): string => {
  const { baseUrl, home } = options
  if (!URL.canParse(returnUrl, baseUrl)) return home
  const { origin, pathname, search } = new URL(returnUrl, baseUrl)
  const isInside = pathname === home || pathname.startsWith(`${home}/`)
  return origin === new URL(baseUrl).origin && isInside ? `${pathname}${search}` : home
}
