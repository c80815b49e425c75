import { noData } from "@latchkey/domain/account/UserData"
import { UserId } from "@latchkey/domain/core/Ids"
import { Email } from "@latchkey/domain/core/Email"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import { describe, expect, test } from "vitest"
import * as FailedSignIns from "../../src/dashboard/account/FailedSignIns.ts"

const user = {
  id: UserId.make("user_01a10000-0000-7000-8000-000000000001"),
  email: Email.make("ada@example.com"),
  externalId: Option.none(),
  hasPassword: true,
  emailVerifiedAt: Option.none(),
  createdAt: DateTime.unsafeMake(0),
  disabledAt: Option.none(),
  deletionAt: Option.none(),
  language: Option.none(),
  name: Option.none(),
  metadata: noData,
  userMetadata: noData,
  secondFactorAt: Option.none()
}

describe("FailedSignIns.isPasswordRefused", () => {
  test.each([
    ["after 100 failures", 100, true, true, true],
    ["not after 99", 99, true, true, false],
    ["not without a password", 100, false, true, false],
    ["not without an email provider", 100, true, false, false]
  ])("%s", (_, failedSignIns, hasPassword, canSendEmail, expected) => {
    const view = { failedSignIns, user: { ...user, hasPassword } }
    expect(FailedSignIns.isPasswordRefused({ canSendEmail }, view)).toBe(expected)
  })
})
