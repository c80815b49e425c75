import { assert, describe, it } from "@effect/vitest"
import * as SesErrors from "@latchkey/ses/SesErrors"
import * as SesIdentity from "@latchkey/ses/SesIdentity"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Endpoint from "@latchkey/test-support/ses/Endpoint"
import { awsEnvironment } from "@latchkey/test-support/ses/environment"
import * as LocalSes from "./support/LocalSes.ts"
import { options, secretAccessKey } from "./support/samples.ts"
import * as Signature from "./support/signature.ts"

const account = { SendingEnabled: true, ProductionAccessEnabled: true }

const missing = Endpoint.reject(404, "NotFoundException")

/** Responds like an SES with an account, and identities that are verified or not. */
const ses =
  (
    identities: Readonly<Record<string, boolean>>,
    accountFields: Readonly<Record<string, unknown>> = account
  ): Endpoint.Route =>
  ({ path }) => {
    if (path === "/v2/email/account") return Endpoint.reply(accountFields)
    const verified = identities[decodeURIComponent(path.replace("/v2/email/identities/", ""))]
    return verified === undefined ? missing : Endpoint.reply({ VerifiedForSendingStatus: verified })
  }

const inspect = (route: Endpoint.Route, from = "Example <no-reply@mail.example.com>") =>
  Effect.gen(function* () {
    const { requests, url } = yield* Endpoint.routed(route)
    return { requests, report: yield* SesIdentity.inspect(options(url, { from })) }
  })

const paths = (requests: ReadonlyArray<Endpoint.Received>) => requests.map(({ path }) => decodeURIComponent(path))

const identityOf = ({ identity }: SesIdentity.Report) => Option.getOrNull(Either.getOrThrow(identity))

const verifiedBy = (report: SesIdentity.Report) => identityOf(report)?.name ?? null

const problems = ({ account, identity }: SesIdentity.Report) =>
  [Either.getLeft(account), Either.getLeft(identity)].map(
    Option.match({ onNone: () => "none", onSome: SesErrors.accessProblemOf })
  )

describe("SesIdentity", () => {
  it.scoped("returns the account, and the verified domain of the sender", () =>
    Effect.gen(function* () {
      const { report, requests } = yield* inspect(ses({ "mail.example.com": true }))
      assert.strictEqual(report.region, "eu-central-1")
      assert.deepStrictEqual(Either.getOrThrow(report.account), { isSendingEnabled: true, isInSandbox: false })
      assert.strictEqual(verifiedBy(report), "mail.example.com")
      assert.sameMembers(paths(requests), ["/v2/email/account", "/v2/email/identities/mail.example.com"])
      for (const request of requests) assert.isTrue(Signature.read(request, secretAccessKey).isValid)
    })
  )

  it.scoped("returns a verified address, or a verified parent domain", () =>
    Effect.gen(function* () {
      const byAddress = yield* inspect(ses({ "mail.example.com": false, "no-reply@mail.example.com": true }))
      assert.strictEqual(verifiedBy(byAddress.report), "no-reply@mail.example.com")
      const byParent = yield* inspect(ses({ "example.com": true }), "no-reply@mail.example.com")
      assert.strictEqual(verifiedBy(byParent.report), "example.com")
    })
  )

  const dkimAt = (DkimAttributes: object, name = "mail.example.com") =>
    Effect.map(
      inspect(({ path }) =>
        path === `/v2/email/identities/${encodeURIComponent(name)}`
          ? Endpoint.reply({ VerifiedForSendingStatus: true, DkimAttributes })
          : missing
      ),
      ({ report }) => Option.getOrNull(identityOf(report)?.dkim ?? Option.none())
    )

  it.scoped("returns the DKIM records of the identity, in the zone of its region", () =>
    Effect.gen(function* () {
      const easy = { SigningEnabled: true, SigningAttributesOrigin: "AWS_SES", Tokens: ["one", "two"] }
      const records = (...zones: ReadonlyArray<readonly [domain: string, zone: string]>) =>
        zones.flatMap(([domain, zone]) =>
          easy.Tokens.map((token) => ({
            name: `${token}._domainkey.${domain}`,
            type: "CNAME" as const,
            value: `${token}.${zone}`
          }))
        )
      assert.deepStrictEqual(yield* dkimAt(easy), records(["mail.example.com", "dkim.amazonses.com"]))
      assert.deepStrictEqual(
        yield* dkimAt({ ...easy, SigningHostedZone: "dkim.af-south-1.amazonses.com" }, "example.com"),
        records(["example.com", "dkim.af-south-1.amazonses.com"])
      )
      assert.deepStrictEqual(
        yield* dkimAt(easy, "no-reply@mail.example.com"),
        records(["mail.example.com", "dkim.amazonses.com"])
      )
    })
  )

  it.scoped("returns the name of the operator's own DKIM key, and None if SES does not sign", () =>
    Effect.gen(function* () {
      const own = { SigningEnabled: true, SigningAttributesOrigin: "EXTERNAL", Tokens: ["mine"] }
      assert.deepStrictEqual(yield* dkimAt(own), [
        { name: "mine._domainkey.mail.example.com", type: "TXT", value: "p=<your public key>" }
      ])
      assert.isNull(yield* dkimAt({ ...own, SigningEnabled: false }))
      assert.isNull(yield* dkimAt({ SigningEnabled: true }))
    })
  )

  it.scoped("returns the custom MAIL FROM domain", () =>
    Effect.gen(function* () {
      const at = (MailFromAttributes?: object) =>
        Effect.map(
          inspect(() => Endpoint.reply({ ...account, VerifiedForSendingStatus: true, MailFromAttributes })),
          ({ report }) => Option.getOrNull(identityOf(report)?.mailFrom ?? Option.none())
        )
      assert.strictEqual(yield* at({ MailFromDomain: "bounce.example.com" }), "bounce.example.com")
      assert.isNull(yield* at({}))
      assert.isNull(yield* at())
    })
  )

  it.scoped("returns None if no identity exists, or none is verified", () =>
    Effect.gen(function* () {
      const { report, requests } = yield* inspect(ses({}))
      assert.isNull(verifiedBy(report))
      assert.deepStrictEqual(
        paths(requests).flatMap((path) => path.split("/identities/").slice(1)),
        ["mail.example.com", "no-reply@mail.example.com", "example.com"]
      )
      assert.isNull(verifiedBy((yield* inspect(ses({ "mail.example.com": false }))).report))
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
  ] as const)("returns that sending is paused, or that the account is in the sandbox: %j", ([fields, expected]) =>
    Effect.map(inspect(ses({}, fields)), ({ report }) =>
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
  ] as const)("classifies an access problem: %s %s", ([status, exception, problem]) =>
    Effect.map(
      inspect(() => Endpoint.reject(status, exception)),
      ({ report }) => assert.deepStrictEqual(problems(report), [problem, problem])
    )
  )

  it.scoped("treats a response with status 200 that is not from SES as a failure", () =>
    Effect.map(
      inspect(() => Endpoint.reply({ ok: true })),
      ({ report }) => {
        assert.deepStrictEqual(problems(report), ["unknown", "none"])
        assert.isNull(verifiedBy(report))
      }
    )
  )

  it.scopedLive("ends after the timeout, even if each response arrives in time", () =>
    Effect.gen(function* () {
      const { url } = yield* Endpoint.make((response, attempt) => {
        setTimeout(() => missing(response, attempt), 300)
      })
      // It queries five identities.
      const withTimeout = options(url, { timeout: "1 second", from: "a@one.two.three.example.com" })
      const report = yield* SesIdentity.inspect(withTimeout)
      const failure = Option.getOrThrow(Either.getLeft(report.identity))
      assert.strictEqual(failure.exception, "TimeoutError")
    })
  )

  it.scopedLive("returns that no access key was found", () =>
    Effect.gen(function* () {
      yield* awsEnvironment({})
      const { url } = yield* Endpoint.routed(ses({}))
      const report = yield* SesIdentity.inspect(options(url, { credentials: Option.none() }))
      assert.deepStrictEqual(problems(report), ["credentials", "credentials"])
    })
  )

  it.scoped("fails with RegionRequired without a region, like the mailer", () =>
    Effect.gen(function* () {
      yield* awsEnvironment({})
      const error = yield* Effect.flip(SesIdentity.inspect(options("http://127.0.0.1:1", { region: Option.none() })))
      assert.instanceOf(error, SesErrors.RegionRequired)
    })
  )

  it.scoped("returns the account of a local SES", () =>
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
      const { account } = yield* SesIdentity.inspect(options(yield* LocalSes.make))
      assert.deepStrictEqual(Either.getOrThrow(account), { isSendingEnabled: true, isInSandbox: true })
    })
  )
})
