import { assert, describe, it } from "@effect/vitest"
import * as Errors from "@latchkey/domain/core/Errors"

const secret = "Key (email)=(ann@example.com)"
const cause = new Error(secret)

const errors = [
  new Errors.InvalidCredentials(),
  new Errors.EmailTaken(),
  new Errors.PasswordRejected({ violations: ["too_short"] }),
  new Errors.RateLimited({ action: "sign_in", retryAfterSeconds: 1 }),
  new Errors.MagicLinkDisabled(),
  new Errors.InvalidToken(),
  new Errors.Unauthenticated(),
  new Errors.ReauthenticationRequired(),
  new Errors.SessionNotFound(),
  new Errors.UserNotFound(),
  new Errors.CredentialsChanged(),
  new Errors.PlanDoesNotAllow(),
  new Errors.InstanceNotFound(),
  new Errors.HostTaken(),
  new Errors.PersistenceError({ cause }),
  new Errors.HasherOverloaded(),
  new Errors.MailerError({ reason: "permanent", cause })
]

describe("An error", () => {
  for (const error of errors) {
    it(`says ${error._tag} in fixed words, without its fields`, () => {
      assert.match(error.message, /^[A-Z][A-Za-z ,]+$/)
      assert.notInclude(error.message, "{")
      assert.notInclude(String(error), secret)
    })
  }

  it("has a tag of its own", () => {
    assert.strictEqual(new Set(errors.map(({ _tag }) => _tag)).size, errors.length)
    const classes = Object.keys(Errors).filter((name) => name !== "LimitedAction")
    assert.deepStrictEqual(errors.map(({ _tag }): string => _tag).sort(), classes.sort())
  })
})
