/** The settings of an instance as the admin API and the dashboard receive them. */
import { InstancePatch, NewInstance } from "@latchkey/domain/instance/InstancePatch"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { HttpOptions } from "../core/HttpSettings.ts"
import { type InvalidField, type Problem, problem } from "../core/Problem.ts"
import { isAllowedBeside } from "../core/SecureUrl.ts"

const placeholder = "https://example.com/"

/** Returns the fields that match the domain's patterns but are not valid URLs, or parts of one. */
const invalidUrls = (patch: InstancePatch): ReadonlyArray<Schema.FilterIssue> => {
  const isValid: Readonly<Record<string, boolean>> = {
    hosts: (patch.hosts ?? []).every((host) => URL.canParse(`https://${host}/`)),
    origins: (patch.origins ?? []).every((origin) => URL.canParse(origin)),
    redirectUrl: URL.canParse(patch.redirectUrl ?? placeholder),
    "branding.logoUrl": URL.canParse(patch.branding?.logoUrl ?? placeholder),
    "branding.termsUrl": URL.canParse(patch.branding?.termsUrl ?? placeholder),
    "branding.privacyUrl": URL.canParse(patch.branding?.privacyUrl ?? placeholder),
    "branding.supportUrl": URL.canParse(patch.branding?.supportUrl ?? placeholder)
  }
  return Object.entries(isValid)
    .filter(([, valid]) => !valid)
    .map(([field]) => ({ path: field.split("."), message: "is not a valid URL, or part of one" }))
}

/** The settings of a new instance. */
export const NewInstanceInput = NewInstance.pipe(Schema.filter(invalidUrls, { jsonSchema: {} }))

/** A change of an instance. */
export const InstancePatchInput = InstancePatch.pipe(Schema.filter(invalidUrls, { jsonSchema: {} }))

/** The settings of an instance that lead to pages of apps. */
type AppUrls = Pick<InstancePatch, "origins" | "redirectUrl">

/** Returns the fields with plain http URLs, which may not be used beside an https base URL. */
export const plainHttpFields = (
  { baseUrl }: Pick<HttpOptions, "baseUrl">,
  { origins = [], redirectUrl = null }: AppUrls
): ReadonlyArray<InvalidField> => {
  const urls = [
    ...origins.map((origin, index) => ({ field: `origins.${index}`, url: origin })),
    ...(redirectUrl === null ? [] : [{ field: "redirectUrl", url: redirectUrl }])
  ]
  return urls
    .filter(({ url }) => !isAllowedBeside(baseUrl, url))
    .map(({ field }) => ({ field, reason: "must be https, as the service is. Only localhost may use http" }))
}

/**
 * Makes the function that fails with 400 `invalid_request` if a decoded input has plain http URLs beside an https base
 * URL. Stored ones from before stay: only what the input sets is checked.
 */
export const rejectPlainHttp =
  (settings: Pick<HttpOptions, "baseUrl">) =>
  (patch: AppUrls): Effect.Effect<void, Problem<"invalid_request">> => {
    const errors = plainHttpFields(settings, patch)
    return errors.length === 0 ? Effect.void : problem("invalid_request", { errors })
  }
