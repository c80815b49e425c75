/** The contract of the admin API: invitations to an instance. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { Email } from "@latchkey/domain/core/Email"
import { InvitationId } from "@latchkey/domain/invitation/InvitationRepository"
import { defaultId } from "@latchkey/domain/instance/Instance"
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import { pageLimit } from "../core/PageLimit.ts"
import { Time } from "../core/Time.ts"
import * as Contract from "../core/Contract.ts"
import { Ok } from "../core/Ok.ts"
import { EmailInput } from "../password/Credentials.ts"

const exampleId = InvitationId.make("inv_01a20d4e-6c1b-7a52-8f3d-5e90b7c4d216")
const createdAt = DateTime.unsafeMake("2026-11-24T09:12:44.571Z")

const example = {
  id: exampleId,
  email: Email.make("grace@example.com"),
  createdAt,
  expiresAt: DateTime.add(createdAt, { days: 7 })
}

const described = {
  identifier: "Invitation",
  description: "An invitation to create an account.",
  examples: [example]
} as const

/** An invitation that can be accepted until `expiresAt`. */
export const InvitationResponse = Schema.Struct({
  id: InvitationId.annotations({ description: "The id of the invitation. It stays when it is sent again." }),
  email: Schema.typeSchema(Email),
  createdAt: Time,
  expiresAt: Time
}).annotations(described)
export type InvitationResponse = typeof InvitationResponse.Type

/** A page of invitations. `nextCursor` is null on the last page. */
export const InvitationListResponse = Schema.Struct({
  invitations: Schema.Array(InvitationResponse),
  nextCursor: Schema.NullOr(Schema.String).annotations({ description: "`cursor` of the next page; null on the last." })
}).annotations({
  identifier: "InvitationList",
  description: "A page of invitations that can be accepted, newest first.",
  examples: [{ invitations: [example], nextCursor: null }]
})

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/** Which invitations to list. */
export const InvitationQuery = Schema.Struct({
  cursor: optional(Schema.String.annotations({ description: "`nextCursor` of the page before." })),
  limit: optional(pageLimit("invitations"))
})

// Lenient, because an invalid id is 404 like one that does not exist.
const instance = HttpApiSchema.param(
  "id",
  Schema.String.annotations({ description: "The id of the instance.", examples: [defaultId] })
)
const invitation = HttpApiSchema.param(
  "invitationId",
  Schema.String.annotations({ description: "The id of the invitation.", examples: [exampleId] })
)

const list = Contract.endpoint(HttpApiEndpoint.get("listInvitations")`/v1/admin/instances/${instance}/invitations`, {
  permission: "invitations.read",
  summary: "List invitations",
  description: "Returns invitations that can be accepted page by page, newest first.",
  query: InvitationQuery,
  success: InvitationListResponse
})

const create = Contract.endpoint(
  HttpApiEndpoint.post("createInvitation")`/v1/admin/instances/${instance}/invitations`,
  {
    permission: "invitations.write",
    summary: "Invite an address",
    description:
      "Sends an email with a link that creates an account, for seven days: 201. If the address has an invitation, sends it again and extends it: 200.",
    body: Contract.body(Schema.Struct({ email: EmailInput }), "NewInvitation", { email: "grace@example.com" }),
    success: InvitationResponse,
    statuses: [201, 200],
    errors: ["email_already_exists", "sign_up_closed"]
  }
)

const withdraw = Contract.endpoint(
  HttpApiEndpoint.del("withdrawInvitation")`/v1/admin/instances/${instance}/invitations/${invitation}`,
  {
    permission: "invitations.write",
    summary: "Withdraw an invitation",
    description: "The links of the invitation no longer work.",
    success: Ok
  }
)

/**
 * `/v1/admin/instances/{id}/invitations` and below. They require a bearer key (RFC 6750), as the endpoints for
 * instances do.
 */
export class InvitationApi extends Contract.group(
  "invitation",
  {
    title: "Invitations",
    description:
      "Invite people to create an account in an instance. Requires `Authorization: Bearer ADMIN_API_KEY`, or an API key."
  },
  { listInvitations: list, createInvitation: create, withdrawInvitation: withdraw }
) {}
