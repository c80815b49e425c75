import type { ProblemCode } from "@latchkey/http/core/Problem"
import type { Role } from "@latchkey/domain/operator/Role"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type ContractEndpoint, endpoints, instances, jsonType, newEmail } from "@latchkey/test-support/contract"
import { start } from "@latchkey/test-support/HttpService"
import { withApiKey } from "@latchkey/test-support/operator"
import type { Service } from "@latchkey/test-support/Service"
import { codesIn, operations } from "@latchkey/test-support/openapiDocument"

/** The least role for each endpoint of the admin API. */
const leastRoles: Readonly<Record<string, Role>> = {
  introspectToken: "viewer",
  listInstances: "viewer",
  createInstance: "admin",
  getInstance: "viewer",
  updateInstance: "admin",
  deleteInstance: "admin",
  listIdentityProviderSettings: "viewer",
  createIdentityProvider: "admin",
  getIdentityProvider: "viewer",
  updateIdentityProvider: "admin",
  deleteIdentityProvider: "admin",
  checkIdentityProvider: "admin",
  listUserIdentities: "viewer",
  removeUserIdentity: "support",
  listUserTokens: "viewer",
  revokeUserToken: "support",
  listUsers: "viewer",
  createUser: "admin",
  importUsers: "admin",
  getUser: "viewer",
  updateUser: "support",
  deleteUser: "admin",
  listUserSessions: "viewer",
  revokeUserSession: "support",
  revokeUserSessions: "support",
  resetUserSecondFactor: "support",
  removeUserPasskeys: "support",
  createUserSignInLink: "support",
  listAuditLog: "viewer",
  listEvents: "viewer",
  listWebhooks: "viewer",
  createWebhook: "admin",
  getWebhook: "viewer",
  updateWebhook: "admin",
  deleteWebhook: "admin",
  rotateWebhookSecret: "admin",
  testWebhook: "admin",
  listWebhookDeliveries: "viewer",
  redeliverWebhookEvent: "admin",
  redeliverFailedWebhookEvents: "admin",
  listInvitations: "viewer",
  createInvitation: "support",
  withdrawInvitation: "support",
  listEmailTexts: "viewer",
  getEmailText: "viewer",
  putEmailText: "admin",
  deleteEmailText: "admin",
  previewEmailText: "viewer",
  sendTestEmail: "admin",
  listEmailSuppressions: "viewer",
  liftEmailSuppression: "support",
  listOperators: "viewer",
  createOperator: "admin",
  getOperator: "viewer",
  updateOperator: "admin",
  deleteOperator: "admin",
  inviteOperator: "admin",
  removeOperatorPasskeys: "admin",
  listApiKeys: "viewer",
  createApiKey: "admin",
  revokeApiKey: "admin"
}

const roles = ["viewer", "support", "admin"] as const satisfies ReadonlyArray<Role>
const adminEndpoints = endpoints.filter(({ isAdmin }) => isAdmin)

let service: Service
let keys: Readonly<Record<Role, Record<string, string>>>
beforeAll(async () => {
  service = await start()
  const [viewer, support, admin] = await Promise.all(
    roles.map(async (role) => (await withApiKey(service, role)).headers)
  )
  keys = { viewer: viewer ?? {}, support: support ?? {}, admin: admin ?? {} }
})
afterAll(() => service.stop())

const send = ({ method, path }: Pick<ContractEndpoint, "method" | "path">, headers: Record<string, string>) =>
  service.browser().send(method, path, {
    headers: { ...headers, ...(["GET", "DELETE"].includes(method) ? {} : jsonType) },
    ...(["GET", "DELETE"].includes(method) ? {} : { body: "{}" })
  })

describe("The admin API", () => {
  test("says here which role each endpoint requires", () => {
    expect(adminEndpoints.map(({ name }) => name).sort()).toEqual(Object.keys(leastRoles).sort())
  })

  test("declares permission_denied for every endpoint that requires more than the least role, and for no other", () => {
    const declaring = operations.filter(({ responses }) =>
      codesIn(responses["403"] ?? {}).includes("permission_denied")
    )
    const requiring = adminEndpoints.filter(({ name }) => leastRoles[name] !== "viewer")
    expect(declaring.map(({ operationId }) => operationId.split(".").at(-1)).sort()).toEqual(
      requiring.map(({ name }) => name).sort()
    )
  })

  test.each(adminEndpoints.flatMap((endpoint) => roles.map((role) => [endpoint.name, role, endpoint] as const)))(
    "allows %s to an API key with the role %s if the role is high enough, and to no other",
    async (name, role, endpoint) => {
      const reply = await send(endpoint, keys[role])
      const isAllowed = roles.indexOf(role) >= roles.indexOf(leastRoles[name] ?? "admin")
      const denied: ProblemCode = "permission_denied"
      if (isAllowed) expect([401, 403], reply.text).not.toContain(reply.status)
      else expect([reply.status, reply.json["code"]]).toEqual([403, denied])
    }
  )

  test.each(adminEndpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    "requires a key for %s",
    async (_, endpoint) => {
      const others = { authorization: `Bearer latchkey_${"t".repeat(42)}A` }
      for (const headers of [{}, others]) expect((await send(endpoint, headers)).status).toBe(401)
      service.advance(3_600_000)
    }
  )

  test("lets the role support disable and enable users, and change nothing else of them", async () => {
    const users = `${instances}/default/users`
    const created = await service.browser().post(users, { email: newEmail() }, keys.admin)
    const path = `${users}/${String(created.json["id"])}`
    const patch = async (body: object) => {
      const headers = { ...keys.support, ...jsonType }
      return (await service.browser().send("PATCH", path, { headers, body: JSON.stringify(body) })).status
    }
    expect(await patch({ disabled: true })).toBe(200)
    expect(await patch({ disabled: false })).toBe(200)
    for (const change of [
      { email: newEmail() },
      { emailVerified: true },
      { externalId: "crm|1" },
      { language: "de" },
      { password: "another horse battery" },
      { disabled: false, externalId: null }
    ]) {
      expect(await patch(change), JSON.stringify(change)).toBe(403)
    }
  })
})
