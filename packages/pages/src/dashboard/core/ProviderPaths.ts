/**
 * The paths of the pages about sign-in providers.
 */
import type { InstanceId } from "@latchkey/domain/core/Ids"
import type { IdentityProviderKind } from "@latchkey/domain/instance/IdentityProvider"
import type { DashboardPaths } from "./DashboardPaths.ts"

type Instances = Pick<DashboardPaths, "instance">

/** What an administrator does with a provider. */
export type ProviderAction = "check" | "delete" | "disable" | "enable"

/** What an administrator did, which the next page says. */
export type ProviderDone = "added" | "deleted" | "disabled" | "enabled" | "saved"

const said = (done: ProviderDone | undefined) => (done === undefined ? "" : `?done=${done}`)

/** The list. */
export const list = (paths: Instances, id: InstanceId, done?: ProviderDone): string =>
  `${paths.instance(id)}/sign-in-providers${said(done)}`

/** The form for a new one. Not below the list, where an id of a provider could be the same. */
export const create = (paths: Instances, id: InstanceId, kind: IdentityProviderKind): string =>
  `${paths.instance(id)}/add-sign-in-provider/${kind}`

/** One provider. */
export const one = (paths: Instances, id: InstanceId, provider: string, done?: ProviderDone): string =>
  `${list(paths, id)}/${provider}${said(done)}`

/** What can be done with it. */
export const action = (paths: Instances, id: InstanceId, provider: string, name: ProviderAction): string =>
  `${one(paths, id, provider)}/${name}`
