import { assert, describe, it } from "@effect/vitest"
import type { Keys } from "@latchkey/domain/core/SecretKeys"
import { none, SecretKeys } from "@latchkey/domain/core/SecretKeys"
import * as Domain from "@latchkey/domain/Domain"
import { QueuedEmailId } from "@latchkey/domain/core/Ids"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { SignInCode } from "@latchkey/domain/magic-link/SignInCode"
import { EmailDispatcher } from "@latchkey/domain/mail/EmailDispatcher"
import type { Session } from "@latchkey/domain/session/SessionRepository"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"
import * as MemoryTokenGenerator from "@latchkey/memory/MemoryTokenGenerator"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import * as CodeDerivation from "../../src/magic-link/internal/CodeDerivation.ts"
import {
  ann,
  ben,
  email,
  instance,
  justBefore,
  noAccount,
  oneMilli,
  otherInstance,
  outage,
  outcome,
  ports,
  revokeSessionsOf,
  rightPassword,
  sentCode,
  sentLinkToken,
  signedUp,
  storedUser,
  test,
  withCodes
} from "../support.ts"
import { argsOf, before, beforeNext, callNames, countOf, pauseNext, release } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

/** Many requests for one address, so that only the limit of codes counts. */
const generous = instance({
  emailConfig: withCodes.emailConfig,
  rateLimits: {
    ...withCodes.rateLimits,
    magicLinkPerEmail: { limit: 100, windowSeconds: 60 },
    magicLinkPerEmailPerDay: { limit: 1000, windowSeconds: 86_400 },
    magicLinkVerifyPerIp: { limit: 1000, windowSeconds: 60 }
  }
})

const newClient = (at = withCodes) => Effect.map(TestClient.make, (client) => client.at(at))

/** Requests a link on the client, and returns the code that was sent. */
const codeFor = (client: Pick<TestClient.Actions, "requestLink">, address = ann) =>
  Effect.zipRight(client.requestLink(address), sentCode(address))

/** Returns another code. */
const wrong = (code: SignInCode, by = 1) => SignInCode.make(String((Number(code) + by) % 1_000_000).padStart(6, "0"))

const wrongTimes = (client: TestClient.Actions, code: SignInCode, times: number) =>
  Effect.forEach(Arr.range(1, times), (by) => outcome(client.verifyCode(wrong(code, by))))

describe("SignInWithMagicLink.verifyCode", () => {
  test(
    "creates an account with a verified address, and signs in as a link does",
    Effect.gen(function* () {
      const client = yield* newClient()
      const issued = yield* client.verifyCode(yield* codeFor(client))
      assert.deepInclude(yield* client.authenticate, {
        id: issued.sessionId,
        userId: issued.userId,
        email: ann,
        emailVerified: true
      })
      const grant = (yield* argsOf("SessionRepository.issue"))[0]?.[0] as { readonly session: Session }
      assert.strictEqual(grant.session.method, "magic_link")
    })
  )

  test(
    "takes an unverified account over as a link does",
    Effect.gen(function* () {
      const first = yield* signedUp
      const client = yield* newClient()
      const issued = yield* client.verifyCode(yield* codeFor(client))
      assert.isTrue(issued.passwordRemoved)
      assert.strictEqual(yield* outcome(first.authenticate), "Unauthenticated")
      assert.strictEqual(yield* outcome(first.signIn(ann, rightPassword)), "InvalidCredentials")
      assert.isTrue(Option.isSome(Option.getOrThrow(yield* storedUser(ann)).claimedAt))
    })
  )

  test(
    "accepts a code once",
    Effect.gen(function* () {
      const client = yield* newClient()
      const code = yield* codeFor(client)
      yield* client.verifyCode(code)
      assert.strictEqual(yield* outcome(client.verifyCode(code)), "InvalidToken")
    })
  )

  test(
    "accepts a code for 10 minutes after the request, to the millisecond",
    Effect.gen(function* () {
      const [first, second] = [yield* newClient(), yield* newClient()]
      const codes = [yield* codeFor(first), yield* codeFor(second, ben)] as const
      yield* justBefore("10 minutes")
      assert.strictEqual(yield* outcome(first.verifyCode(codes[0])), "ok")
      yield* oneMilli
      assert.strictEqual(yield* outcome(second.verifyCode(codes[1])), "InvalidToken")
      assert.isTrue(Option.isNone(yield* storedUser(ben)))
    })
  )

  test(
    "ends every link and every other code of the address, and none of another address",
    Effect.gen(function* () {
      const [client, second, bens] = [yield* newClient(), yield* newClient(), yield* newClient()]
      const code = yield* codeFor(client)
      const link = yield* sentLinkToken(ann)
      const secondCode = yield* codeFor(second)
      const bensCode = yield* codeFor(bens, ben)
      yield* client.verifyCode(code)
      assert.strictEqual(yield* outcome(second.verifyLink(link)), "InvalidToken")
      assert.strictEqual(yield* outcome(second.verifyCode(secondCode)), "InvalidToken")
      assert.strictEqual(yield* outcome(bens.verifyCode(bensCode)), "ok")
    })
  )

  test(
    "fails with InvalidToken after a link of the address was used",
    Effect.gen(function* () {
      const client = yield* newClient()
      const code = yield* codeFor(client)
      yield* (yield* newClient()).verifyLink(yield* sentLinkToken(ann))
      assert.strictEqual(yield* outcome(client.verifyCode(code)), "InvalidToken")
    })
  )

  test(
    "accepts the code of the newest request of the client only",
    Effect.gen(function* () {
      const client = yield* newClient()
      const old = yield* codeFor(client)
      yield* TestClock.adjust("1 second")
      const newest = yield* codeFor(client)
      assert.notStrictEqual(old, newest)
      assert.strictEqual(yield* outcome(client.verifyCode(old)), "InvalidToken")
      assert.strictEqual(yield* outcome(client.verifyCode(newest)), "ok")
    })
  )

  test(
    "fails with InvalidToken on any other client, and the code still works on the one that requested it",
    Effect.gen(function* () {
      const client = yield* newClient()
      const code = yield* codeFor(client)
      const thief = yield* newClient()
      assert.strictEqual(yield* outcome(thief.verifyCode(code)), "InvalidToken")
      yield* codeFor(thief, ben)
      assert.strictEqual(yield* outcome(thief.verifyCode(code)), "InvalidToken")
      assert.strictEqual(yield* outcome(client.verifyCode(code)), "ok")
    })
  )

  test(
    "fails with InvalidToken in another instance, for the same client",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      const code = yield* codeFor(client.at(withCodes))
      const there = client.at(instance({ ...otherInstance, emailConfig: withCodes.emailConfig }))
      assert.strictEqual(yield* outcome(there.verifyCode(code)), "InvalidToken")
      assert.strictEqual(yield* outcome(client.at(withCodes).verifyCode(code)), "ok")
    })
  )

  test(
    "does the same work for addresses with and without an account, if the code is wrong",
    Effect.gen(function* () {
      yield* signedUp
      const closed = instance({ ...withCodes, signUp: { mode: "closed", verification: "after" } })
      yield* (yield* InstanceDirectory).update(defaultId, { signUp: { mode: "closed" } })
      const [client, other] = [yield* newClient(closed), yield* newClient(closed)]
      const calls = (client: TestClient.Actions, address: typeof ann) =>
        Effect.gen(function* () {
          const previous = (yield* callNames).length
          yield* client.requestLink(address)
          assert.strictEqual(yield* outcome(client.verifyCode(SignInCode.make("000000"))), "InvalidToken")
          return (yield* callNames).slice(previous)
        })
      const known = yield* calls(client, ann)
      assert.deepStrictEqual(yield* calls(other, noAccount), known)
      assert.deepStrictEqual(known.slice(-3), [
        "RateLimitStore.consume",
        "MagicLinkRepository.findCode",
        "RateLimitStore.consume"
      ])
    })
  )

  for (const method of [
    "MagicLinkRepository.findCode",
    "RateLimitStore.consume",
    "MagicLinkRepository.consume"
  ] as const) {
    test(
      `fails with PersistenceError, and not with InvalidToken, if the store fails in ${method}`,
      Effect.gen(function* () {
        const client = yield* newClient()
        const code = yield* codeFor(client)
        yield* before(method, outage)
        assert.strictEqual(yield* outcome(client.verifyCode(code)), "PersistenceError")
        yield* release(method)
        assert.strictEqual(yield* outcome(client.verifyCode(code)), "ok")
      })
    )
  }

  for (const rival of ["code", "link"] as const) {
    test(
      `fails with InvalidToken if a concurrent call with the same ${rival} signs in first`,
      Effect.gen(function* () {
        const client = yield* newClient()
        const code = yield* codeFor(client)
        const link = yield* sentLinkToken(ann)
        const copy = (yield* TestClient.withCookies(yield* client.caller)).at(withCodes)
        const { reached, resume } = yield* pauseNext("Transaction.run")
        const attempt = yield* Effect.fork(outcome(client.verifyCode(code)))
        yield* reached
        const first = rival === "code" ? copy.verifyCode(code) : (yield* newClient()).verifyLink(link)
        assert.strictEqual(yield* outcome(first), "ok")
        yield* resume
        assert.strictEqual(yield* attempt, "InvalidToken")
      })
    )
  }

  test(
    "completes if the client disconnects",
    Effect.gen(function* () {
      const client = yield* newClient()
      const code = yield* codeFor(client)
      const { reached, resume } = yield* pauseNext("MagicLinkRepository.consume")
      const attempt = yield* Effect.fork(client.verifyCode(code))
      yield* reached
      yield* Fiber.interruptFork(attempt)
      yield* resume
      yield* Fiber.await(attempt)
      assert.strictEqual(yield* revokeSessionsOf(ann), 1)
    })
  )
})

describe("SignInWithMagicLink.verifyCode: limits", () => {
  test(
    "accepts no code after five wrong ones, also of later requests, until 15 minutes have passed; links work",
    Effect.gen(function* () {
      const client = yield* newClient(generous)
      const code = yield* codeFor(client)
      const link = yield* sentLinkToken(ann)
      assert.deepStrictEqual(yield* wrongTimes(client, code, 5), new Array(5).fill("InvalidToken"))
      assert.strictEqual(yield* outcome(client.verifyCode(code)), "InvalidToken")
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* outcome(client.verifyCode(yield* codeFor(client))), "InvalidToken")
      const other = yield* newClient(generous)
      assert.strictEqual(yield* outcome(other.verifyCode(yield* codeFor(other))), "InvalidToken")
      assert.strictEqual(yield* outcome(other.verifyLink(link)), "ok")
      yield* TestClock.adjust("14 minutes")
      const late = yield* codeFor(client)
      yield* justBefore("59 seconds")
      assert.strictEqual(yield* outcome(client.verifyCode(late)), "InvalidToken")
      yield* oneMilli
      assert.strictEqual(yield* outcome(client.verifyCode(late)), "ok")
    })
  )

  test(
    "allows the fifth try",
    Effect.gen(function* () {
      const client = yield* newClient()
      const code = yield* codeFor(client)
      yield* wrongTimes(client, code, 4)
      assert.strictEqual(yield* outcome(client.verifyCode(code)), "ok")
    })
  )

  test(
    "counts the tries of all clients for all spellings of a mailbox together, and other addresses separately",
    Effect.gen(function* () {
      const [client, other] = [yield* newClient(generous), yield* newClient(generous)]
      const tagged = email("ann+shop@example.com")
      yield* wrongTimes(client, yield* codeFor(client), 3)
      yield* wrongTimes(other, yield* codeFor(other, tagged), 2)
      assert.strictEqual(yield* outcome(client.verifyCode(yield* codeFor(client))), "InvalidToken")
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* outcome(client.verifyCode(yield* codeFor(client, ben))), "ok")
    })
  )

  test(
    "takes the try of a code that signs in back, but not the wrong ones before it",
    Effect.gen(function* () {
      const client = yield* newClient(generous)
      for (const _ of Arr.range(1, 6)) {
        yield* TestClock.adjust("1 second")
        assert.strictEqual(yield* outcome(client.verifyCode(yield* codeFor(client))), "ok")
      }
      yield* TestClock.adjust("1 second")
      const code = yield* codeFor(client)
      yield* wrongTimes(client, code, 4)
      assert.strictEqual(yield* outcome(client.verifyCode(code)), "ok")
      yield* TestClock.adjust("1 second")
      const next = yield* codeFor(client)
      yield* wrongTimes(client, next, 1)
      assert.strictEqual(yield* outcome(client.verifyCode(next)), "InvalidToken")
    })
  )

  test(
    "allows 20 wrong codes a day",
    Effect.gen(function* () {
      const client = yield* newClient(generous)
      for (const _ of Arr.range(1, 4)) {
        yield* wrongTimes(client, yield* codeFor(client), 5)
        yield* TestClock.adjust("15 minutes")
      }
      assert.strictEqual(yield* outcome(client.verifyCode(yield* codeFor(client))), "InvalidToken")
      yield* TestClock.adjust("23 hours")
      assert.strictEqual(yield* outcome(client.verifyCode(yield* codeFor(client))), "ok")
    })
  )

  test(
    "never allows a sixth of many concurrent tries",
    Effect.gen(function* () {
      const client = yield* newClient(generous)
      const code = yield* codeFor(client)
      yield* Effect.forEach(Arr.range(1, 5), (by) => outcome(client.verifyCode(wrong(code, by))), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(
        yield* Effect.replicateEffect(outcome(client.verifyCode(code)), 20),
        new Array(20).fill("InvalidToken")
      )
    })
  )

  test(
    "counts a try before the code is compared, and none for a client without a code",
    Effect.gen(function* () {
      const client = yield* newClient()
      const stranger = yield* newClient()
      assert.strictEqual(yield* outcome(stranger.verifyCode(SignInCode.make("000000"))), "InvalidToken")
      assert.strictEqual(yield* countOf("RateLimitStore.consume"), 1)
      const code = yield* codeFor(client)
      const { reached, resume } = yield* pauseNext("MagicLinkRepository.findCode")
      const attempt = yield* Effect.fork(outcome(client.verifyCode(code)))
      yield* reached
      yield* beforeNext("RateLimitStore.consume", outage)
      yield* resume
      assert.strictEqual(yield* attempt, "PersistenceError")
      assert.strictEqual(yield* countOf("MagicLinkRepository.consume"), 0)
    })
  )

  test(
    "shares the limit per IP address with links",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      const one = instance({
        ...withCodes,
        rateLimits: { ...withCodes.rateLimits, magicLinkVerifyPerIp: { limit: 1, windowSeconds: 60 } }
      })
      const there = client.at(one, "198.51.100.7")
      yield* outcome(there.verifyLink("A".repeat(43)))
      assert.strictEqual(yield* outcome(there.verifyCode(SignInCode.make("000000"))), "RateLimited")
    })
  )
})

describe("SignInWithMagicLink.verifyCode: secrecy", () => {
  test(
    "finds no code in what the store gets",
    Effect.gen(function* () {
      const client = yield* newClient()
      const code = yield* codeFor(client)
      const stored = JSON.stringify([
        yield* argsOf("MagicLinkRepository.insert"),
        yield* argsOf("EmailOutbox.enqueue"),
        yield* argsOf("EmailOutbox.complete")
      ])
      assert.include(stored, ann)
      assert.notInclude(stored, code)
    })
  )

  const keysOf = (...secrets: ReadonlyArray<string>): Layer.Layer<SecretKeys> =>
    Layer.succeed(SecretKeys, {
      isConfigured: true,
      derive: (use) => secrets.map((secret) => Redacted.make(`${secret} ${use}`))
    } satisfies Keys)

  const withKeys = (keys: Layer.Layer<SecretKeys>) => Effect.provide(Domain.layer.pipe(Layer.provide(keys)))

  /** Requests a code in a process, and presents it in another one with the same store. */
  const across = (first: Layer.Layer<SecretKeys>, second: Layer.Layer<SecretKeys>) =>
    Effect.gen(function* () {
      const { caller, code } = yield* Effect.gen(function* () {
        const client = yield* newClient()
        const code = yield* codeFor(client)
        return { caller: yield* client.caller, code }
      }).pipe(withKeys(first))
      return yield* Effect.gen(function* () {
        const client = yield* TestClient.withCookies(caller)
        return yield* outcome(client.at(withCodes).verifyCode(code))
      }).pipe(withKeys(second))
    }).pipe(Effect.provide(ports))

  it.scoped("accepts codes of the previous key, and no others", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* across(keysOf("a"), keysOf("a")), "ok")
      assert.strictEqual(yield* across(keysOf("a"), keysOf("b", "a")), "ok")
      assert.strictEqual(yield* across(keysOf("b", "a"), keysOf("b")), "ok")
      assert.strictEqual(yield* across(keysOf("a"), keysOf("b")), "InvalidToken")
    })
  )

  it.scoped("sends no code, and fails with MagicLinkCodeDisabled, without a key", () =>
    Effect.gen(function* () {
      const client = (yield* TestClient.make).at(withCodes)
      yield* client.requestLink(ann)
      yield* (yield* EmailDispatcher).dispatch
      assert.isTrue(Option.isNone(yield* (yield* MemoryMailer.Sent).lastCodeTo(ann)))
      assert.strictEqual(yield* outcome(client.verifyCode(SignInCode.make("000000"))), "MagicLinkCodeDisabled")
      yield* client.verifyLink(yield* sentLinkToken(ann))
    }).pipe(withKeys(Layer.succeed(SecretKeys, none)), Effect.provide(ports))
  )

  test(
    "sends no code, and fails with MagicLinkCodeDisabled, in an instance without codes",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      yield* client.requestLink(ann)
      yield* (yield* EmailDispatcher).dispatch
      assert.isTrue(Option.isNone(yield* (yield* MemoryMailer.Sent).lastCodeTo(ann)))
      assert.strictEqual(yield* outcome(client.verifyCode(SignInCode.make("000000"))), "MagicLinkCodeDisabled")
    })
  )

  test(
    "refuses a code that was sent before codes, or magic links, were turned off",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      const code = yield* codeFor(client.at(withCodes))
      assert.strictEqual(yield* outcome(client.verifyCode(code)), "MagicLinkCodeDisabled")
      const off = client.at(instance({ ...withCodes, authConfig: { password: true, magic_link: false } }))
      assert.strictEqual(yield* outcome(off.verifyCode(code)), "MagicLinkDisabled")
    })
  )

  it.effect("derives another code for each instance, request and key", () =>
    Effect.gen(function* () {
      const { derive } = yield* CodeDerivation.make
      const id = QueuedEmailId.make("email_01890000-0000-7000-8000-000000000000")
      const next = QueuedEmailId.make("email_01890000-0000-7000-8000-000000000001")
      const other = yield* CodeDerivation.make.pipe(Effect.provide(keysOf("another secret")))
      const codes = [
        derive({ instanceId: defaultId, id }),
        derive({ instanceId: defaultId, id: next }),
        derive({ instanceId: otherInstance.id, id }),
        other.derive({ instanceId: defaultId, id })
      ]
      assert.strictEqual(new Set(Arr.getSomes(codes)).size, 4)
    }).pipe(Effect.provide(Layer.merge(keysOf("a fixed secret"), MemoryTokenGenerator.layer)))
  )

  it.effect("derives codes that are spread evenly: each digit is in each place about as often as any other", () =>
    Effect.gen(function* () {
      const { derive } = yield* CodeDerivation.make
      const ids = Arr.makeBy(10_000, (n) =>
        QueuedEmailId.make(`email_01890000-0000-7000-8000-${`${n}`.padStart(12, "0")}`)
      )
      const codes = Arr.getSomes(ids.map((id) => derive({ instanceId: defaultId, id })))
      assert.lengthOf(codes, 10_000)
      for (const place of Arr.range(0, 5)) {
        for (const digit of "0123456789") {
          // 1,000 are expected, with a standard deviation of 30.
          const count = codes.filter((code) => code[place] === digit).length
          assert.isAbove(count, 850)
          assert.isBelow(count, 1150)
        }
      }
    }).pipe(Effect.provide(Layer.merge(keysOf("a fixed secret"), MemoryTokenGenerator.layer)))
  )
})
