import { createRequire } from "node:module"
import type { AddressInfo } from "node:net"
import * as SesErrors from "@latchkey/ses/SesErrors"
import * as SesIdentity from "@latchkey/ses/SesIdentity"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Endpoint from "./support/Endpoint.ts"
import { awsEnvironment } from "./support/environment.ts"
import { options, secretAccessKey } from "./support/samples.ts"
import * as Signature from "./support/signature.ts"

const sesLocal: typeof import("aws-ses-v2-local") = createRequire(import.meta.url)("aws-ses-v2-local")

const account = { SendingEnabled: true, ProductionAccessEnabled: true }

const missing = Endpoint.refuse(404, "NotFoundException")

/** An SES with an account, and identities that are verified or not. */
const answering =
  (identities: Readonly<Record<string, boolean>>, its: Readonly<Record<string, unknown>> = account): Endpoint.Route =>
  ({ path }) => {
    if (path === "/v2/email/account") return Endpoint.reply(its)
    const verified = identities[decodeURIComponent(path.replace("/v2/email/identities/", ""))]
    return verified === undefined ? missing : Endpoint.reply({ VerifiedForSendingStatus: verified })
  }

const inspect = (route: Endpoint.Route, from = "Example <no-reply@mail.example.com>") =>
  Effect.gen(function* () {
    const { seen, url } = yield* Endpoint.routed(route)
    return { seen, report: yield* SesIdentity.inspect(options(url, { from })) }
  })

const paths = (seen: ReadonlyArray<Endpoint.Seen>) => seen.map(({ path }) => decodeURIComponent(path))

const verifiedBy = ({ verified }: SesIdentity.Report) => Option.getOrNull(Either.getOrThrow(verified))

const obstacles = ({ account, verified }: SesIdentity.Report) =>
  [Either.getLeft(account), Either.getLeft(verified)].map(
    Option.match({ onNone: () => "none", onSome: SesErrors.obstacleOf })
  )

describe("SesIdentity", () => {
  it.scoped("reads the account, and finds the verified domain of the sender", () =>
    Effect.gen(function* () {
      const { report, seen } = yield* inspect(answering({ "mail.example.com": true }))
      assert.strictEqual(report.region, "eu-central-1")
      assert.deepStrictEqual(Either.getOrThrow(report.account), { isSendingEnabled: true, isInSandbox: false })
      assert.strictEqual(verifiedBy(report), "mail.example.com")
      assert.sameMembers(paths(seen), ["/v2/email/account", "/v2/email/identities/mail.example.com"])
      for (const request of seen) assert.isTrue(Signature.read(request, secretAccessKey).isValid)
    })
  )

  it.scoped("finds a verified address, and a verified domain above", () =>
    Effect.gen(function* () {
      const byAddress = yield* inspect(answering({ "mail.example.com": false, "no-reply@mail.example.com": true }))
      assert.strictEqual(verifiedBy(byAddress.report), "no-reply@mail.example.com")
      const byParent = yield* inspect(answering({ "example.com": true }), "no-reply@mail.example.com")
      assert.strictEqual(verifiedBy(byParent.report), "example.com")
    })
  )

  it.scoped("finds none when none is there, or verified", () =>
    Effect.gen(function* () {
      const { report, seen } = yield* inspect(answering({}))
      assert.isNull(verifiedBy(report))
      assert.deepStrictEqual(
        paths(seen).flatMap((path) => path.split("/identities/").slice(1)),
        ["mail.example.com", "no-reply@mail.example.com", "example.com"]
      )
      assert.isNull(verifiedBy((yield* inspect(answering({ "mail.example.com": false }))).report))
    })
  )

  it.scoped.each([
    [
      { SendingEnabled: false, ProductionAccessEnabled: true },
      { isSendingEnabled: false, isInSandbox: false }
    ],
    [
      { SendingEnabled: true, ProductionAccessEnabled: false },
      { isSendingEnabled: true, isInSandbox: true }
    ]
  ] as const)("tells of a pause and of the sandbox: %j", ([its, expected]) =>
    Effect.map(inspect(answering({}, its)), ({ report }) =>
      assert.deepStrictEqual(Either.getOrThrow(report.account), expected)
    )
  )

  it.scoped.each([
    [403, "AccessDeniedException", "permission"],
    [403, "InvalidClientTokenId", "key"],
    [403, "UnrecognizedClientException", "key"],
    [403, "SignatureDoesNotMatch", "key"],
    [403, "ExpiredTokenException", "key"],
    [400, "SomethingNewException", "unknown"]
  ] as const)("tells what is in the way: %s %s", ([status, exception, obstacle]) =>
    Effect.map(
      inspect(() => Endpoint.refuse(status, exception)),
      ({ report }) => assert.deepStrictEqual(obstacles(report), [obstacle, obstacle])
    )
  )

  it.scoped("takes no page that says 200 for an answer of SES", () =>
    Effect.map(
      inspect(() => Endpoint.reply({ ok: true })),
      ({ report }) => {
        assert.deepStrictEqual(obstacles(report), ["unknown", "none"])
        assert.isNull(verifiedBy(report))
      }
    )
  )

  it.scopedLive("ends when its time is over, though each answer comes in time", () =>
    Effect.gen(function* () {
      const { url } = yield* Endpoint.make((response, attempt) => {
        setTimeout(() => missing(response, attempt), 300)
      })
      // Five identities are looked for.
      const asked = options(url, { timeout: "1 second", from: "a@one.two.three.example.com" })
      const report = yield* SesIdentity.inspect(asked)
      const failure = Option.getOrThrow(Either.getLeft(report.verified))
      assert.strictEqual(failure.exception, "TimeoutError")
    })
  )

  it.scopedLive("tells that nobody has a key", () =>
    Effect.gen(function* () {
      yield* awsEnvironment({})
      const { url } = yield* Endpoint.routed(answering({}))
      const report = yield* SesIdentity.inspect(options(url, { credentials: Option.none() }))
      assert.deepStrictEqual(obstacles(report), ["credentials", "credentials"])
    })
  )

  it.scoped("refuses what the mailer refuses: no region", () =>
    Effect.gen(function* () {
      yield* awsEnvironment({})
      const error = yield* Effect.flip(SesIdentity.inspect(options("http://127.0.0.1:1", { region: Option.none() })))
      assert.instanceOf(error, SesErrors.RegionRequired)
    })
  )

  it.scoped("understands the account of a local SES", () =>
    Effect.gen(function* () {
      const details = {
        ...{ AdditionalContactEmailAddresses: [], ContactLanguage: "EN", MailType: "TRANSACTIONAL" },
        ...{ ReviewDetails: { CaseId: "1", Status: "GRANTED" }, UseCaseDescription: "", WebsiteURL: "" }
      }
      yield* awsEnvironment({
        AWS_SES_ACCOUNT: JSON.stringify({
          ...{ DedicatedIpAutoWarmupEnabled: false, Details: details, EnforcementStatus: "HEALTHY" },
          ...{ ProductionAccessEnabled: false, SendingEnabled: true },
          SendQuota: { Max24HourSend: 200, MaxSendRate: 1, SentLast24Hours: 0 },
          SuppressionAttributes: { SuppressedReasons: [] }
        })
      })
      const server = yield* Effect.acquireRelease(
        Effect.promise(() => sesLocal.default({ host: "127.0.0.1", port: 0 })),
        (server) => Effect.sync(() => void server.close().closeAllConnections())
      )
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const { account } = yield* SesIdentity.inspect(options(url))
      assert.deepStrictEqual(Either.getOrThrow(account), { isSendingEnabled: true, isInSandbox: true })
    })
  )
})
