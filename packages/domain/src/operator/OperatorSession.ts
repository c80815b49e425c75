/** Sessions of the dashboard. */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { SessionId } from "../core/Ids.ts"
import { MethodIds } from "../instance/AuthenticationMethods.ts"
import { Operator } from "./Operator.ts"
import type { Role } from "./Role.ts"

/**
 * A session of the dashboard that was checked, or is listed. `operator`: as they are now; none if someone signed in
 * without a name, with the admin key or an invitation for anyone. `methods`: how they signed in, the first method
 * first. Holds nothing secret.
 */
export class OperatorSession extends Schema.Class<OperatorSession>("@latchkey/domain/OperatorSession")({
  id: SessionId,
  operator: Schema.OptionFromSelf(Operator),
  methods: MethodIds,
  authenticatedAt: Schema.DateTimeUtcFromSelf,
  lastSeenAt: Schema.DateTimeUtcFromSelf,
  expiresAt: Schema.DateTimeUtcFromSelf
}) {}

/** Returns the role of a session: that of its operator, or `admin` without one. */
export const roleOf = ({ operator }: Pick<OperatorSession, "operator">): Role =>
  Option.match(operator, { onNone: () => "admin" as const, onSome: ({ role }) => role })
