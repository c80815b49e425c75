/**
 * The settings of an instance as the admin API and the dashboard receive them.
 *
 * @since 0.1.0
 */
import { InstancePatch, NewInstance } from "@latchkey/domain/instance/InstancePatch"
import * as Schema from "effect/Schema"

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

/** The settings of a new instance. @since 0.1.0 */
export const NewInstanceInput = NewInstance.pipe(Schema.filter(invalidUrls, { jsonSchema: {} }))

/** A change of an instance. @since 0.1.0 */
export const InstancePatchInput = InstancePatch.pipe(Schema.filter(invalidUrls, { jsonSchema: {} }))
