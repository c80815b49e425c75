import {
  type User,
  type UserOrder,
  type UserRepository,
  type UserStatus
} from "@latchkey/domain/account/UserRepository"
import { traced } from "@latchkey/domain/core/Tracing"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { time } from "./columns.ts"
import type { Database } from "./database.ts"
import { toUser, userColumns, userRows } from "./userRows.ts"

/** Each has an index. */
const statuses: Readonly<Record<UserStatus, string>> = {
  deleting: "u.deletion_at IS NOT NULL",
  disabled: "u.disabled_at IS NOT NULL",
  unverified: "u.email_verified_at IS NULL"
}

const printable = /^[!-~]*$/
/** Greater than every character of an email address, because they are printable ASCII. */
const afterPrintable = "\u007f"

/** Makes the function that lists the users of a selection. */
export const listUsers = ({ sql, tables }: Database): UserRepository["Type"]["list"] => {
  const columns = sql.literal(userColumns)

  /** The order of a list, and what makes a row come after `after`. */
  const byEmail = (isDescending: boolean) => (after: Option.Option<Pick<User, "email">>) => ({
    ordered: sql.literal(`u.email${isDescending ? " DESC" : ""}`),
    isAfter: Option.toArray(after).map(({ email }) => sql`u.email ${sql.literal(isDescending ? "<" : ">")} ${email}`)
  })
  const byCreation = (isDescending: boolean) => (after: Option.Option<Pick<User, "createdAt" | "id">>) => ({
    ordered: sql.literal(isDescending ? "u.created_at DESC, u.user_id DESC" : "u.created_at, u.user_id"),
    isAfter: Option.toArray(after).map(
      ({ createdAt, id }) =>
        sql`(u.created_at, u.user_id) ${sql.literal(isDescending ? "<" : ">")} (${time(createdAt)}::timestamptz, ${id})`
    )
  })
  const orders = {
    email: byEmail(false),
    email_descending: byEmail(true),
    newest: byCreation(true),
    oldest: byCreation(false)
  } satisfies Record<UserOrder, unknown>

  return Effect.fnUntraced(function* ({ after, instanceId, limit, order, prefix = "", text = "", ...selection }) {
    const { from = Option.none(), status = Option.none(), until = Option.none() } = selection
    // No address contains anything else, and PostgreSQL would reject a NUL.
    if (!printable.test(prefix + text)) return []
    const { isAfter, ordered } = orders[order](after)
    const ofAddress = [
      sql`u.instance_id = ${instanceId}`,
      ...isAfter,
      ...(prefix === "" ? [] : [sql`u.email >= ${prefix}`, sql`u.email < ${prefix + afterPrintable}`]),
      ...(text === "" ? [] : [sql`strpos(u.email, ${text}) > 0`])
    ]
    const ofUser = Option.toArray(status)
      .map((name) => sql.literal(statuses[name]))
      .concat(Option.toArray(from).map((at) => sql`u.created_at >= ${time(at)}`))
      .concat(Option.toArray(until).map((at) => sql`u.created_at < ${time(at)}`))
    const isByAddress = order === "email" || order === "email_descending"
    // The index of addresses has all that the search for a part of one needs: it reads no user that does not match.
    const found = yield* userRows(
      text !== "" && isByAddress && ofUser.length === 0
        ? sql`
          SELECT ${columns} FROM (
            SELECT u.email FROM ${tables.users} u WHERE ${sql.and(ofAddress)} ORDER BY ${ordered} LIMIT ${limit}
          ) AS matching
          JOIN ${tables.users} u ON u.instance_id = ${instanceId} AND u.email = matching.email
          ORDER BY ${ordered}`
        : sql`
          SELECT ${columns} FROM ${tables.users} u
          WHERE ${sql.and([...ofAddress, ...ofUser])}
          ORDER BY ${ordered} LIMIT ${limit}`
    )
    return found.map(toUser)
  }, traced("PostgresUserRepository.list"))
}
