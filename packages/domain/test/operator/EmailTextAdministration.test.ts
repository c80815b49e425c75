import { assert, describe, it } from "@effect/vitest"
import type { CustomEmailIssue } from "@latchkey/domain/mail/MailErrors"
import { none, SecretKeys } from "@latchkey/domain/core/SecretKeys"
import * as Domain from "@latchkey/domain/Domain"
import { defaultId, defaultInstance } from "@latchkey/domain/instance/Instance"
import { Language } from "@latchkey/domain/language/Language"
import { CustomEmail, CustomEmailRepository } from "@latchkey/domain/mail/CustomEmailRepository"
import { EmailDispatcher } from "@latchkey/domain/mail/EmailDispatcher"
import { EmailKind, MailDeliveryLog } from "@latchkey/domain/mail/MailDeliveryLog"
import type { EmailContent } from "@latchkey/domain/mail/Mailer"
import { EmailTextAdministration } from "@latchkey/domain/operator/EmailTextAdministration"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import {
  ann,
  ben,
  email,
  instance,
  linkTokenIn,
  otherInstance,
  outcome,
  ports,
  portsWithoutMailer,
  test
} from "../support.ts"
import { auditLog } from "../support/AuditTrail.ts"
import * as CapturedLogs from "../support/CapturedLogs.ts"
import { countOf } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

const by = { actor: "admin_api", ipAddress: "192.0.2.1" } as const
const english = Language.make("en")
const kind = EmailKind.make("magic_link")
const of = { instance: defaultInstance, kind, language: english }

const own: EmailContent = {
  subject: "Welcome to {{instanceName}}",
  text: "Hello!\n\n{{link}}\n\nUntil {{ expiresAt }}.",
  html: '<p>Hello! <a href="{{link}}">Sign in</a></p>'
}

const texts = EmailTextAdministration
const put = (source: Partial<EmailContent>, target: Partial<typeof of> = {}) =>
  Effect.flatMap(texts, (service) => service.put({ ...of, ...target, by, source: { ...own, ...source } }))
const get = (target: Partial<typeof of> = {}) => Effect.flatMap(texts, (service) => service.get({ ...of, ...target }))
const reset = Effect.flatMap(texts, (service) => service.reset({ ...of, by }))
const listed = Effect.flatMap(texts, (service) => service.list(defaultInstance))

const dispatch = Effect.flatMap(EmailDispatcher, (dispatcher) => dispatcher.dispatch)
const lastSent = Effect.flatMap(MemoryMailer.Sent, ({ sent }) => Effect.map(sent, (emails) => emails.at(-1)))
const sentLink = Effect.gen(function* () {
  const client = yield* TestClient.make
  yield* client.requestLink(ann)
  yield* dispatch
  return { client, sent: Option.getOrThrow(Option.fromNullable(yield* lastSent)) }
})

const issuesOf = (source: Partial<EmailContent>) =>
  put(source).pipe(
    Effect.flip,
    Effect.map((error) =>
      error._tag === "CustomEmailRejected"
        ? error.issues.map((issue: CustomEmailIssue) => `${issue.part} ${issue.line}:${issue.column} ${issue.reason}`)
        : [error._tag]
    )
  )

describe("A text that an operator has written", () => {
  test(
    "is sent with the values of each email, and its link works",
    Effect.gen(function* () {
      yield* put({})
      const { client, sent } = yield* sentLink
      assert.strictEqual(sent.subject, "Welcome to Latchkey")
      assert.match(sent.text, /^Hello!\n\nhttps:\/\/\S+\n\nUntil 1970-01-01T00:15:00.000Z.$/)
      assert.match(sent.html, /^<p>Hello! <a href="https:/)
      assert.strictEqual(yield* outcome(client.verifyLink(linkTokenIn(sent.text))), "ok")
    })
  )

  test(
    "is sent from the next email on, and no longer after a reset",
    Effect.gen(function* () {
      const before = (yield* sentLink).sent
      yield* put({})
      assert.strictEqual((yield* sentLink).sent.subject, "Welcome to Latchkey")
      yield* reset
      assert.strictEqual((yield* sentLink).sent.subject, before.subject)
      assert.strictEqual(yield* outcome(reset), "CustomEmailNotFound")
    })
  )

  test(
    "concerns its kind, its language and its instance only",
    Effect.gen(function* () {
      const repository = yield* CustomEmailRepository
      const stored = { instanceId: defaultId, kind, language: english, ...own, updatedAt: yield* DateTime.now }
      yield* repository.put(new CustomEmail({ ...stored, language: Language.make("de") }))
      yield* repository.put(new CustomEmail({ ...stored, kind: EmailKind.make("invitation") }))
      yield* repository.put(new CustomEmail({ ...stored, instanceId: otherInstance.id }))
      assert.notInclude((yield* sentLink).sent.subject, "Welcome")
    })
  )

  test(
    "that is no longer valid is not sent: the default text is, and a warning is in the log",
    Effect.gen(function* () {
      const repository = yield* CustomEmailRepository
      const invalid = { ...own, text: "{{link}} {{gone}}" }
      yield* repository.put(
        new CustomEmail({ instanceId: defaultId, kind, language: english, ...invalid, updatedAt: yield* DateTime.now })
      )
      const { entries, value } = yield* CapturedLogs.capture(sentLink)
      assert.strictEqual(value.sent.subject, "Sign in to Latchkey")
      assert.strictEqual(yield* outcome(value.client.verifyLink(linkTokenIn(value.sent.text))), "ok")
      assert.deepStrictEqual(CapturedLogs.problems(entries), [
        "WARN A custom email is no longer valid, so the default text is sent text: there is no {{gone}} in this email"
      ])
      assert.deepStrictEqual(CapturedLogs.leaks(entries, [linkTokenIn(value.sent.text)]), [])
    })
  )

  test(
    "is read where emails are sent, and in no request of a user",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      yield* client.requestLink(ann)
      assert.strictEqual(yield* countOf("CustomEmailRepository.find"), 0)
      yield* dispatch
      assert.strictEqual(yield* countOf("CustomEmailRepository.find"), 1)
    })
  )
})

describe("EmailTextAdministration.put", () => {
  test(
    "stores a text, with line breaks of one kind, and records kind and language in the audit log",
    Effect.gen(function* () {
      yield* TestClock.adjust("1 minute")
      const stored = yield* put({ subject: " Hello ", text: "One\r\n{{link}}\r\n" })
      assert.deepStrictEqual(yield* get(), stored)
      assert.strictEqual(stored.subject, "Hello")
      assert.strictEqual(stored.text, "One\n{{link}}\n")
      assert.strictEqual(Option.getOrThrow(stored.updatedAt).epochMillis, 60_000)
      assert.deepStrictEqual(
        (yield* listed).map(({ kind, language, subject }) => [kind, language, subject]),
        [["magic_link", "en", "Hello"]]
      )
      const [entry] = yield* auditLog
      assert.deepInclude(entry, {
        action: "custom_email_saved",
        actor: "admin_api",
        detail: "kind=magic_link, language=en"
      })
    })
  )

  test(
    "names every mistake with its place, and stores nothing",
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* issuesOf({ subject: "Hi {{link}}", text: "Dear {{ firstName }},\nthis is {{link", html: "{{nope}}" }),
        [
          "subject 1:4 {{link}} is not allowed in the subject",
          "text 1:6 there is no {{firstName}} in this email",
          "text 2:9 two braces must begin a placeholder such as {{instanceName}}",
          "text 1:1 {{link}} is missing",
          "html 1:1 there is no {{nope}} in this email"
        ]
      )
      assert.deepStrictEqual(yield* listed, [])
      assert.deepStrictEqual(yield* auditLog, [])
    })
  )

  test(
    "refuses subjects that could begin another header, and control characters anywhere",
    Effect.gen(function* () {
      for (const end of ["\r\n", "\n", "\r", "\u2028", "\u2029"]) {
        const issues = yield* issuesOf({ subject: `Hi${end}Bcc: eve@example.com` })
        assert.deepStrictEqual(issues, ["subject 1:3 the subject must be one line"], JSON.stringify(end))
      }
      for (const part of ["subject", "text", "html"] as const) {
        for (const character of ["\0", "\u001b", "\u0085", "\ud800"]) {
          const issues = yield* issuesOf({ [part]: `${own[part]}${character}` })
          assert.lengthOf(issues, 1, part)
          assert.match(issues[0] ?? "", /there is a control character$/)
        }
      }
    })
  )

  test(
    "refuses what is empty or too long, also a megabyte",
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* issuesOf({ subject: " ", text: "\n", html: "" }), [
        "subject 1:1 is empty",
        "text 1:1 is empty",
        "html 1:1 is empty"
      ])
      yield* put({ subject: "x".repeat(200), text: `{{link}} ${"x".repeat(19_991)}` })
      assert.deepStrictEqual(yield* issuesOf({ subject: "x".repeat(201) }), [
        "subject 1:201 is longer than 200 characters"
      ])
      for (const [part, limit] of [
        ["text", "20,000"],
        ["html", "50,000"]
      ] as const) {
        const issues = yield* issuesOf({ [part]: `${own[part]}\n${"x".repeat(1_000_000)}` })
        assert.lengthOf(issues, 1)
        assert.match(issues[0] ?? "", new RegExp(`^${part} \\d+:\\d+ is longer than ${limit} characters$`))
      }
    })
  )

  test(
    "takes the link as text only between spaces, so that no other URL gets its token",
    Effect.gen(function* () {
      for (const text of [
        "https://evil.example/?to={{link}}",
        "https://evil.example/?to=\ufeff{{link}}",
        "{{link}}.evil.example",
        "x {{link}}@evil.example"
      ]) {
        const [issue] = yield* issuesOf({ text })
        assert.match(issue ?? "", /{{link}} must have spaces or line breaks around it$/, text)
      }
      for (const text of ["{{link}}", "Here: {{link}} now", "\t{{link}}\n{{link}}"]) yield* put({ text })
    })
  )

  test(
    "refuses values in a part that cannot show them",
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* issuesOf({ subject: "{{signInUrl}} {{code}}", text: "{{link}} {{logoUrl}} {{accentColor}}" }),
        [
          "subject 1:1 {{signInUrl}} is not allowed in the subject",
          "subject 1:15 {{code}} is not allowed in the subject",
          "text 1:10 {{logoUrl}} belongs into the HTML",
          "text 1:22 {{accentColor}} belongs into the HTML"
        ]
      )
    })
  )

  test(
    "fails for an unknown kind or language",
    Effect.gen(function* () {
      assert.strictEqual(yield* outcome(put({}, { kind: EmailKind.make("test_email") })), "CustomEmailNotFound")
      assert.strictEqual(yield* outcome(put({}, { kind: EmailKind.make("nonsense") })), "CustomEmailNotFound")
      assert.strictEqual(yield* outcome(put({}, { language: Language.make("tlh") })), "CustomEmailNotFound")
      assert.strictEqual(yield* outcome(get({ language: Language.make("tlh") })), "CustomEmailNotFound")
    })
  )
})

describe("EmailTextAdministration.kinds", () => {
  test(
    "lists every email that users get, and the placeholders of each: emails with a token require it",
    Effect.gen(function* () {
      const { kinds } = yield* texts
      const required = ({ placeholders }: (typeof kinds)[number]) =>
        placeholders.filter(({ type }) => type === "link").map(({ name }) => name)
      assert.sameDeepMembers(
        kinds.map((one) => [one.kind, required(one)]),
        [
          ...[
            "magic_link",
            "password_reset",
            "email_change",
            "email_changed",
            "invitation",
            "sign_up",
            "factor_recovery",
            "factor_recovery_ready"
          ].map((one) => [one, ["link"]]),
          ...[
            "existing_account",
            "password_set",
            "password_changed",
            "account_claimed",
            "sessions_revoked",
            "failed_sign_ins",
            "deletion_scheduled",
            "deletion_cancelled",
            "email_restored",
            "passkey_added",
            "passkey_removed",
            "device_approved",
            "personal_token_created",
            "refresh_token_replayed",
            "identity_added",
            "identity_removed",
            "second_factor_added",
            "second_factor_removed",
            "recovery_codes_renewed",
            "recovery_codes_removed",
            "recovery_code_used",
            "second_factor_reset",
            "passkeys_reset",
            "factor_recovery_completed"
          ].map((one) => [one, []])
        ]
      )
    })
  )

  test(
    "name their own placeholders first, and then those of all emails, none of which an email replaces",
    Effect.gen(function* () {
      const common = ["instanceName", "host", "signInUrl", "supportUrl", "logoUrl", "accentColor", "accentTextColor"]
      for (const { kind, placeholders } of (yield* texts).kinds) {
        const names = placeholders.map(({ name }) => name)
        assert.deepStrictEqual(names.slice(-common.length), common, kind)
      }
    })
  )

  test(
    "begin with a default text that can be saved as it is",
    Effect.gen(function* () {
      for (const one of (yield* texts).kinds) {
        const { html, subject, text, updatedAt } = yield* get({ kind: one.kind })
        assert.isTrue(Option.isNone(updatedAt))
        yield* put({ html, subject, text }, { kind: one.kind })
        assert.isTrue(Option.isSome((yield* get({ kind: one.kind })).updatedAt), one.kind)
      }
    })
  )
})

describe("EmailTextAdministration.preview", () => {
  test(
    "returns the email with sample values, and stores and sends nothing",
    Effect.gen(function* () {
      const named = instance({ name: "Ben & Jerry's" })
      const preview = yield* (yield* texts).preview({ ...of, instance: named, source: own })
      assert.strictEqual(preview.subject, "Welcome to Ben & Jerry's")
      assert.include(preview.text, "https://auth.example.com/sign-in#example")
      assert.deepStrictEqual(yield* listed, [])
      assert.strictEqual(yield* dispatch, 0)
      assert.strictEqual(yield* countOf("MagicLinkRepository.insert"), 0)
    })
  )
})

describe("The sample values of emails", () => {
  const withCodes = instance({ emailConfig: { accountNotices: true, magicLinkCodes: true } })
  const source = { ...own, text: "{{link}} {{code}}" }
  const shown = Effect.gen(function* () {
    const { preview } = yield* texts
    return {
      preview: (yield* preview({ ...of, instance: withCodes, source })).text,
      defaultText: (yield* get({ instance: withCodes })).text
    }
  })

  test(
    "have a code if the instance has codes",
    Effect.gen(function* () {
      const { defaultText, preview } = yield* shown
      assert.match(preview, / 123456$/)
      assert.include(defaultText, "{{code}}")
    })
  )

  it.effect("have none without a server key, because emails have none", () =>
    Effect.gen(function* () {
      const { defaultText, preview } = yield* shown
      assert.match(preview, /#example $/)
      assert.notInclude(defaultText, "{{code}}")
    }).pipe(
      Effect.provide(Domain.layer.pipe(Layer.provide(Layer.succeed(SecretKeys, none)), Layer.provideMerge(ports)))
    )
  )
})

describe("EmailTextAdministration.sendTest", () => {
  const sendTest = (address = ann) =>
    Effect.flatMap(texts, (service) => service.sendTest({ ...of, by, email: address }))

  test(
    "sends the stored text with sample values and no token, and records it without the address",
    Effect.gen(function* () {
      yield* put({})
      yield* sendTest(ben)
      yield* dispatch
      const sent = yield* lastSent
      assert.deepInclude(sent, { to: ben, subject: "Welcome to Latchkey" })
      assert.include(sent?.text ?? "", "https://auth.example.com/sign-in#example")
      assert.strictEqual(yield* countOf("MagicLinkRepository.insert"), 0)
      const [, entry] = yield* auditLog
      assert.deepInclude(entry, { action: "test_email_sent", detail: "kind=magic_link, language=en" })
      assert.notInclude(JSON.stringify(entry), ben)
      const [delivery] = yield* (yield* MailDeliveryLog).list(defaultId, 1)
      assert.deepInclude(delivery, { kind: EmailKind.make("test_email"), state: "sent" })
    })
  )

  test(
    "is limited: an instance sends 20 in 10 minutes, and an address gets 5 in 15 minutes",
    Effect.gen(function* () {
      for (let index = 0; index < 20; index++) yield* sendTest(email(`user${Math.min(index, 14)}@example.com`))
      assert.strictEqual(yield* outcome(sendTest(ben)), "RateLimited")
      while ((yield* dispatch) > 0);
      const { sent } = yield* MemoryMailer.Sent
      assert.lengthOf(yield* sent, 19)
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual(yield* outcome(sendTest(ben)), "ok")
    })
  )

  test(
    "leaves the limits of users alone",
    Effect.gen(function* () {
      for (let index = 0; index < 5; index++) yield* sendTest(ann)
      yield* dispatch
      assert.include((yield* sentLink).sent.text, "/v1/auth/magic-link/verify")
    })
  )

  const withoutMailer = Domain.layer.pipe(
    Layer.provide(Layer.merge(portsWithoutMailer, MemoryMailer.layerUnconfigured))
  )

  it.effect("fails without an email provider", () =>
    Effect.map(outcome(sendTest()), (result) => assert.strictEqual(result, "TestEmailImpossible")).pipe(
      Effect.provide(withoutMailer)
    )
  )
})
