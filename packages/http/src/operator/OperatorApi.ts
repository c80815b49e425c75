/** The contract of the admin API: operators. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { Email } from "@latchkey/domain/core/Email"
import { UserId } from "@latchkey/domain/core/Ids"
import { Name } from "@latchkey/domain/operator/Operator"
import { Role } from "@latchkey/domain/operator/Role"
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import { Time } from "../core/Time.ts"
import * as Contract from "../core/Contract.ts"
import { Ok } from "../core/Ok.ts"
import { EmailInput } from "../password/Credentials.ts"

const exampleId = UserId.make("user_01a20d52-9a3e-7c41-b6f0-2d8e71a5c394")
const createdAt = DateTime.unsafeMake("2026-11-24T09:17:12.254Z")

const example = {
  id: exampleId,
  email: Email.make("grace@example.com"),
  name: "Grace Hopper",
  role: "support",
  disabled: false,
  passkeys: 1,
  createdAt,
  joinedAt: DateTime.add(createdAt, { minutes: 12 }),
  signedInAt: DateTime.add(createdAt, { days: 2 })
} as const

const described = {
  identifier: "Operator",
  description: "A person who may use the dashboard.",
  examples: [example]
} as const

/** The role of an operator or of an API key. */
export const RoleField = Role.annotations({
  identifier: "Role",
  description:
    "`viewer` reads everything, `support` also helps users, and `admin` may do everything. Each includes those before it."
})

/** The name of an operator or of an API key, in the audit log. */
export const NameField = Name.annotations({ description: "The name in the audit log.", examples: ["Grace Hopper"] })

/** A person who may use the dashboard. */
export const OperatorResponse = Schema.Struct({
  id: UserId.annotations({ description: "The id of the operator. It never changes." }),
  email: Schema.typeSchema(Email),
  name: NameField,
  role: RoleField,
  disabled: Schema.Boolean.annotations({ description: "Whether the operator may not sign in." }),
  passkeys: Schema.NonNegativeInt.annotations({ description: "How many passkeys the operator has." }),
  createdAt: Time,
  joinedAt: Schema.NullOr(Time).annotations({ description: "When the operator first signed in, or `null`." }),
  signedInAt: Schema.NullOr(Time).annotations({ description: "When the operator last signed in, or `null`." })
}).annotations(described)
export type OperatorResponse = typeof OperatorResponse.Type

/** All operators, the oldest first. */
export const OperatorListResponse = Schema.Struct({ operators: Schema.Array(OperatorResponse) }).annotations({
  identifier: "OperatorList",
  description: "All operators, the oldest first.",
  examples: [{ operators: [example] }]
})

const invitedExample = {
  operator: { ...example, passkeys: 0, joinedAt: null, signedInAt: null },
  invitation: { expiresAt: DateTime.add(createdAt, { days: 1 }), emailed: true, url: null, reason: null }
} as const

const describedInvited = {
  identifier: "InvitedOperator",
  description: "An operator, and the invitation that signs them in once.",
  examples: [invitedExample]
} as const

/** An operator who was just invited. `url`: null if the email was handed over to the provider. */
export const InvitedOperatorResponse = Schema.Struct({
  operator: OperatorResponse,
  invitation: Schema.Struct({
    expiresAt: Time,
    emailed: Schema.Boolean.annotations({ description: "Whether the operator gets the link by email." }),
    url: Schema.NullOr(Schema.String).annotations({
      description: "The link, to hand over to the operator. Null if it was emailed. It is not shown again."
    }),
    reason: Schema.NullOr(Schema.Literal("requested", "no_email_provider", "email_failed")).annotations({
      description: "Why there is a link in place of an email."
    })
  })
}).annotations(describedInvited)

const delivery = Schema.optionalWith(
  Schema.Literal("email", "link").annotations({
    description: "`email`, the default, emails the link to the operator. `link` returns it."
  }),
  { exact: true }
)

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/** How many passkeys were removed. */
export const RemovedPasskeysResponse = Schema.Struct({ removed: Schema.NonNegativeInt }).annotations({
  identifier: "RemovedPasskeys",
  description: "How many passkeys were removed.",
  examples: [{ removed: 1 }]
})

// Lenient, because an invalid id is 404 like one that does not exist.
const operator = HttpApiSchema.param(
  "operatorId",
  Schema.String.annotations({ description: "The id of the operator.", examples: [exampleId] })
)

const newOperator = { email: "grace@example.com", name: "Grace Hopper", role: "support" } as const

/** What a new operator needs. */
export const NewOperator = Schema.Struct({ email: EmailInput, name: NameField, role: RoleField, delivery })

/** What of an operator can be changed. */
export const OperatorPatch = Schema.Struct({
  name: optional(NameField),
  role: optional(RoleField),
  disabled: optional(Schema.Boolean.annotations({ description: "Whether the operator may not sign in." }))
})

const list = Contract.endpoint(HttpApiEndpoint.get("listOperators", "/v1/admin/operators"), {
  permission: "operators.read",
  summary: "List operators",
  description: "Returns all operators, ordered by id.",
  success: OperatorListResponse
})

const create = Contract.endpoint(HttpApiEndpoint.post("createOperator", "/v1/admin/operators"), {
  permission: "operators.write",
  summary: "Add an operator",
  description:
    "Adds an operator, and emails them a link to the dashboard that signs them in once, for a day. If the email cannot be sent, the reply has the link.",
  body: Contract.body(NewOperator, "NewOperator", newOperator),
  success: InvitedOperatorResponse,
  statuses: [201],
  errors: ["operator_already_exists"]
})

const get = Contract.endpoint(HttpApiEndpoint.get("getOperator")`/v1/admin/operators/${operator}`, {
  permission: "operators.read",
  summary: "Get an operator",
  description: "Returns one operator.",
  success: OperatorResponse
})

const update = Contract.endpoint(HttpApiEndpoint.patch("updateOperator")`/v1/admin/operators/${operator}`, {
  permission: "operators.write",
  summary: "Update an operator",
  description:
    "Changes the name or the role, disables or enables. A role applies to open sessions, too; disabling ends them.",
  body: Contract.body(OperatorPatch, "OperatorPatch", { role: "support" }),
  success: OperatorResponse,
  errors: ["last_admin_required"]
})

const remove = Contract.endpoint(HttpApiEndpoint.del("deleteOperator")`/v1/admin/operators/${operator}`, {
  permission: "operators.write",
  summary: "Delete an operator",
  description: "Ends the sessions of the operator, and removes their passkeys. The audit log keeps the name.",
  success: Ok,
  errors: ["last_admin_required"]
})

const invite = Contract.endpoint(HttpApiEndpoint.post("inviteOperator")`/v1/admin/operators/${operator}/invitations`, {
  permission: "operators.write",
  summary: "Invite an operator again",
  description: "Sends a new link to the dashboard. Earlier links of the operator no longer work.",
  body: Contract.body(Schema.Struct({ delivery }), "NewOperatorInvitation", { delivery: "email" }),
  success: InvitedOperatorResponse
})

const removePasskeys = Contract.endpoint(
  HttpApiEndpoint.del("removeOperatorPasskeys")`/v1/admin/operators/${operator}/passkeys`,
  {
    permission: "operators.write",
    summary: "Remove the passkeys and the app of an operator",
    description:
      "Removes every passkey and the authenticator app of the operator, as after the loss of a device, ends their sessions and invitations, and tells them by email. Invite them again so that they can sign in and add another one.",
    success: RemovedPasskeysResponse
  }
)

/** `/v1/admin/operators` and below. They require a bearer key (RFC 6750), as the endpoints for instances do. */
export class OperatorApi extends Contract.group(
  "operator",
  {
    title: "Operators",
    description: "Manage who may use the dashboard. Requires `Authorization: Bearer ADMIN_API_KEY`, or an API key."
  },
  {
    listOperators: list,
    createOperator: create,
    getOperator: get,
    updateOperator: update,
    deleteOperator: remove,
    inviteOperator: invite,
    removeOperatorPasskeys: removePasskeys
  }
) {}
