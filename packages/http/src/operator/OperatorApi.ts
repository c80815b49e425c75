/**
 * The contract of the admin API: operators.
 *
 * @since 0.1.0
 */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Email } from "@latchkey/domain/core/Email"
import { OperatorId } from "@latchkey/domain/core/Ids"
import { Name } from "@latchkey/domain/operator/Operator"
import { Role } from "@latchkey/domain/operator/Role"
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import { Time } from "../account/UserApi.ts"
import { wire } from "../core/JsonEndpoint.ts"
import { Ok } from "../core/Ok.ts"
import * as Problem from "../core/Problem.ts"
import { EmailInput } from "../password/Credentials.ts"
import * as AdminKeySecurity from "./internal/AdminKeySecurity.ts"

const exampleId = OperatorId.make("op_01a20d52-9a3e-7c41-b6f0-2d8e71a5c394")
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

/** The role of an operator or of an API key. @since 0.1.0 */
export const RoleField = Role.annotations({
  identifier: "Role",
  description:
    "`viewer` reads everything, `support` also helps users, and `admin` may do everything. Each includes those before it."
})

/** The name of an operator or of an API key, in the audit log. @since 0.1.0 */
export const NameField = Name.annotations({ description: "The name in the audit log.", examples: ["Grace Hopper"] })

/** A person who may use the dashboard. @since 0.1.0 */
export const OperatorResponse = Schema.Struct({
  id: OperatorId.annotations({ description: "The id of the operator. It never changes." }),
  email: Schema.typeSchema(Email),
  name: NameField,
  role: RoleField,
  disabled: Schema.Boolean.annotations({ description: "Whether the operator may not sign in." }),
  passkeys: Schema.NonNegativeInt.annotations({ description: "How many passkeys the operator has." }),
  createdAt: Time,
  joinedAt: Schema.NullOr(Time).annotations({ description: "When the operator first signed in, or `null`." }),
  signedInAt: Schema.NullOr(Time).annotations({ description: "When the operator last signed in, or `null`." })
}).annotations(described)
/** @since 0.1.0 */
export type OperatorResponse = typeof OperatorResponse.Type

/** All operators, ordered by id. @since 0.1.0 */
export const OperatorListResponse = Schema.Struct({ operators: Schema.Array(OperatorResponse) }).annotations({
  identifier: "OperatorList",
  description: "All operators, ordered by id.",
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

/** An operator who was just invited. `url`: null if the email was handed over to the provider. @since 0.1.0 */
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

/** Listing operators. @since 0.1.0 */
export const ListOperators = { success: OperatorListResponse }

/** Reading an operator. @since 0.1.0 */
export const GetOperator = { success: OperatorResponse }

/** Adding an operator, and inviting them: 201. @since 0.1.0 */
export const CreateOperator = {
  payload: Schema.Struct({ email: EmailInput, name: NameField, role: RoleField, delivery }),
  success: InvitedOperatorResponse.annotations({ ...HttpApiSchema.annotations({ status: 201 }), ...describedInvited })
}

/** Inviting an operator again. @since 0.1.0 */
export const InviteOperator = { payload: Schema.Struct({ delivery }), success: InvitedOperatorResponse }

/** Changing an operator. Absent fields stay. @since 0.1.0 */
export const UpdateOperator = {
  payload: Schema.Struct({
    name: optional(NameField),
    role: optional(RoleField),
    disabled: optional(Schema.Boolean.annotations({ description: "Whether the operator may not sign in." }))
  }),
  success: OperatorResponse
}

/** Deleting an operator. @since 0.1.0 */
export const DeleteOperator = { success: Ok }

/** How many passkeys were removed. @since 0.1.0 */
export const RemovedPasskeysResponse = Schema.Struct({ removed: Schema.NonNegativeInt }).annotations({
  identifier: "RemovedPasskeys",
  description: "How many passkeys were removed.",
  examples: [{ removed: 1 }]
})

/** Removing the passkeys of an operator. @since 0.1.0 */
export const RemoveOperatorPasskeys = { success: RemovedPasskeysResponse }

// Lenient, because an invalid id is 404 like one that does not exist.
const operator = HttpApiSchema.param(
  "operatorId",
  Schema.String.annotations({ description: "The id of the operator.", examples: [exampleId] })
)

const newOperator = { email: "grace@example.com", name: "Grace Hopper", role: "support" } as const

const list = HttpApiEndpoint.get("listOperators", "/v1/admin/operators")
  .addSuccess(ListOperators.success)
  .annotate(OpenApi.Override, { security: AdminKeySecurity.required })
  .annotate(OpenApi.Summary, "List operators")
  .annotate(OpenApi.Description, "Returns all operators, ordered by id.")

const create = HttpApiEndpoint.post("createOperator", "/v1/admin/operators")
  .setPayload(wire(CreateOperator, "NewOperator", newOperator))
  .addSuccess(CreateOperator.success)
  .addError(Problem.InvalidRequest)
  .addError(Problem.OperatorAlreadyExists)
  .addError(Problem.ForbiddenOrigin)
  .addError(Problem.PayloadTooLarge)
  .addError(Problem.UnsupportedMediaType)
  .addError(Problem.PermissionDenied)
  .annotate(OpenApi.Override, { security: AdminKeySecurity.required })
  .annotate(OpenApi.Summary, "Add an operator")
  .annotate(
    OpenApi.Description,
    "Adds an operator, and emails them a link to the dashboard that signs them in once, for a day. If the email cannot be sent, the reply has the link."
  )

const get = HttpApiEndpoint.get("getOperator")`/v1/admin/operators/${operator}`
  .addSuccess(GetOperator.success)
  .annotate(OpenApi.Override, { security: AdminKeySecurity.required })
  .annotate(OpenApi.Summary, "Get an operator")
  .annotate(OpenApi.Description, "Returns one operator.")

const update = HttpApiEndpoint.patch("updateOperator")`/v1/admin/operators/${operator}`
  .setPayload(wire(UpdateOperator, "OperatorPatch", { role: "support" }))
  .addSuccess(UpdateOperator.success)
  .addError(Problem.InvalidRequest)
  .addError(Problem.LastAdminRequired)
  .addError(Problem.ForbiddenOrigin)
  .addError(Problem.PayloadTooLarge)
  .addError(Problem.UnsupportedMediaType)
  .addError(Problem.PermissionDenied)
  .annotate(OpenApi.Override, { security: AdminKeySecurity.required })
  .annotate(OpenApi.Summary, "Update an operator")
  .annotate(
    OpenApi.Description,
    "Changes the name or the role, disables or enables. A role applies to open sessions, too; disabling ends them."
  )

const remove = HttpApiEndpoint.del("deleteOperator")`/v1/admin/operators/${operator}`
  .addSuccess(DeleteOperator.success)
  .addError(Problem.LastAdminRequired)
  .addError(Problem.ForbiddenOrigin)
  .addError(Problem.PermissionDenied)
  .annotate(OpenApi.Override, { security: AdminKeySecurity.required })
  .annotate(OpenApi.Summary, "Delete an operator")
  .annotate(
    OpenApi.Description,
    "Ends the sessions of the operator, and removes their passkeys. The audit log keeps the name."
  )

const invite = HttpApiEndpoint.post("inviteOperator")`/v1/admin/operators/${operator}/invitations`
  .setPayload(wire(InviteOperator, "NewOperatorInvitation", { delivery: "email" }))
  .addSuccess(InviteOperator.success)
  .addError(Problem.InvalidRequest)
  .addError(Problem.ForbiddenOrigin)
  .addError(Problem.PayloadTooLarge)
  .addError(Problem.UnsupportedMediaType)
  .addError(Problem.PermissionDenied)
  .annotate(OpenApi.Override, { security: AdminKeySecurity.required })
  .annotate(OpenApi.Summary, "Invite an operator again")
  .annotate(OpenApi.Description, "Sends a new link to the dashboard. Earlier links of the operator no longer work.")

const removePasskeys = HttpApiEndpoint.del("removeOperatorPasskeys")`/v1/admin/operators/${operator}/passkeys`
  .addSuccess(RemoveOperatorPasskeys.success)
  .addError(Problem.ForbiddenOrigin)
  .addError(Problem.PermissionDenied)
  .annotate(OpenApi.Override, { security: AdminKeySecurity.required })
  .annotate(OpenApi.Summary, "Remove the passkeys of an operator")
  .annotate(
    OpenApi.Description,
    "Removes every passkey of the operator, as after the loss of a device, and ends their sessions. Invite them again so that they can sign in and add another one."
  )

/**
 * `/v1/admin/operators` and below. They require a bearer key (RFC 6750), as the endpoints for instances do.
 *
 * @since 0.1.0
 */
export class OperatorApi extends HttpApiGroup.make("operator")
  .add(list)
  .add(create)
  .add(get)
  .add(update)
  .add(remove)
  .add(invite)
  .add(removePasskeys)
  .addError(Problem.Unauthenticated)
  .addError(Problem.NotFound)
  .addError(Problem.SignInRateLimited)
  .addError(Problem.InternalError)
  .addError(Problem.ServiceUnavailable)
  .annotate(OpenApi.Title, "Operators")
  .annotate(
    OpenApi.Description,
    "Manage who may use the dashboard. Requires `Authorization: Bearer ADMIN_API_KEY`, or an API key."
  ) {}
