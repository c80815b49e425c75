import { assert, describe, it } from "@effect/vitest"
import * as Domain from "@latchkey/domain/Domain"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import type { InstancePatch } from "@latchkey/domain/instance/InstancePatch"
import type { Branding } from "@latchkey/domain/instance/Branding"
import { EmailTextAdministration } from "@latchkey/domain/operator/EmailTextAdministration"
import * as BaseUrl from "@latchkey/http/core/BaseUrl"
import * as HttpSettings from "@latchkey/http/core/HttpSettings"
import * as InsecurePasswordBlocklist from "@latchkey/memory/InsecurePasswordBlocklist"
import * as InsecurePasswordHasher from "@latchkey/memory/InsecurePasswordHasher"
import * as Memory from "@latchkey/memory/Memory"
import * as MemoryIdGenerator from "@latchkey/memory/MemoryIdGenerator"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"
import * as MemorySecretKeys from "@latchkey/memory/MemorySecretKeys"
import * as MemoryTokenGenerator from "@latchkey/memory/MemoryTokenGenerator"
import * as EmailTemplates from "@latchkey/pages/EmailTemplates"
import { Sent } from "@latchkey/memory/MemoryMailer"
import { Email } from "@latchkey/domain/core/Email"
import { EmailDispatcher } from "@latchkey/domain/mail/EmailDispatcher"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"

const layer = Domain.layer.pipe(
  Layer.provideMerge(Layer.mergeAll(Memory.layer, EmailTemplates.layer, MemoryMailer.layer)),
  Layer.provide([
    InsecurePasswordBlocklist.layer,
    InsecurePasswordHasher.layer,
    MemoryIdGenerator.layer,
    MemorySecretKeys.layer,
    MemoryTokenGenerator.layer
  ]),
  Layer.provide(BaseUrl.layer),
  Layer.provide(HttpSettings.layer({ baseUrl: "https://auth.example.com" }))
)

const by = { actor: "program" } as const
const branding: Branding = {
  logoUrl: "https://cdn.example.com/logo.png",
  accentColor: "#ffcc00",
  corners: "pill",
  font: "serif",
  termsUrl: null,
  privacyUrl: null,
  supportUrl: "mailto:help@example.com"
}
const settings: ReadonlyArray<InstancePatch> = [
  {},
  { name: "Ben & Jerry's <b>", branding },
  { authConfig: { magic_link: false, password: true } },
  { authConfig: { magic_link: true, password: false } },
  { emailConfig: { magicLinkCodes: true } }
]

const operator = Email.make("operator@example.com")

describe("The default text of every email in every language", () => {
  it.effect("as an operator gets it to change, makes the same email again", () =>
    Effect.gen(function* () {
      const { get, kinds, languages, put, reset, sendTest } = yield* EmailTextAdministration
      const directory = yield* InstanceDirectory
      const { dispatch } = yield* EmailDispatcher
      const { sent } = yield* Sent
      const sentFor = (of: Parameters<typeof get>[0]) =>
        Effect.gen(function* () {
          yield* sendTest({ ...of, by, email: operator })
          yield* dispatch
          const { html: sentHtml, subject, text } = Option.getOrThrow(Arr.last(yield* sent))
          // In text, quotation marks need no escaping, and isolates are characters or elements.
          return JSON.stringify({
            subject,
            text,
            html: sentHtml.replaceAll("&#39;", "'").replaceAll("&quot;", '"').replaceAll("&nbsp;", "\u00a0")
          }).replace(/[\u2068\u2069]|<\/?bdi>/g, "")
        })
      assert.isAtLeast(kinds.length, 14)
      for (const patch of settings) {
        const instance = yield* directory.update(defaultId, patch)
        // The settings do not matter to the language.
        const tags = patch === settings[1] ? languages : languages.slice(0, 1)
        for (const [kind, language] of kinds.flatMap(({ kind }) => tags.map((tag) => [kind, tag] as const))) {
          const of = { instance, kind, language }
          const before = yield* sentFor(of)
          const source = yield* get(of)
          yield* put({ ...of, by, source })
          assert.deepStrictEqual(yield* sentFor(of), before, `${kind} ${language}`)
          assert.notMatch(JSON.stringify(source), /z0/i, kind)
          yield* reset({ ...of, by })
          // For the limits of test emails.
          yield* TestClock.adjust("1 hour")
        }
      }
    }).pipe(Effect.provide(layer))
  )
})
