/** The contract of the admin API: texts of emails. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { Language } from "@latchkey/domain/language/Language"
import { EmailKind } from "@latchkey/domain/mail/MailDeliveryLog"
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import { Time } from "../core/Time.ts"
import * as Contract from "../core/Contract.ts"
import { Ok } from "../core/Ok.ts"
import { EmailInput } from "../password/Credentials.ts"

/** 524,288: the most bytes of a body with a text. */
export const maxBytes = 512 * 1024

const content = {
  subject: Schema.String.annotations({ description: "One line of at most 200 characters." }),
  text: Schema.String.annotations({ description: "The plain text, at most 20,000 characters." }),
  html: Schema.String.annotations({ description: "What is inside the `body` of the HTML, at most 50,000 characters." })
}

const exampleContent = {
  subject: "Your sign-in link for {{instanceName}}",
  text: "Hello!\n\n{{link}}\n\nThe link works until {{expiresAt}}.",
  html: '<p>Hello!</p>\n<p><a href="{{link}}">Sign in</a></p>\n<p>The link works until {{expiresAt}}.</p>'
}

const key = { kind: EmailKind.make("magic_link"), language: Language.make("en") }
const updatedAt = DateTime.unsafeMake("2026-11-24T10:03:51.208Z")
const example = { ...key, ...exampleContent, updatedAt }

/** The text of an email. `updatedAt` is null for the default text. */
export const EmailTextResponse = Schema.Struct({
  kind: EmailKind.annotations({ description: "Which email, such as `magic_link`." }),
  language: Language.annotations({ description: "The language of the email." }),
  ...content,
  updatedAt: Schema.NullOr(Time).annotations({ description: "When it was written; null for the default text." })
}).annotations({
  identifier: "EmailText",
  description: "The text of an email, with placeholders in the place of values.",
  examples: [example]
})
export type EmailTextResponse = typeof EmailTextResponse.Type

/** An email as users would get it. */
export const EmailPreviewResponse = Schema.Struct({
  subject: Schema.String,
  text: Schema.String,
  html: Schema.String
}).annotations({
  identifier: "EmailPreview",
  description: "An email with sample values. No link of it works.",
  examples: [
    {
      subject: "Your sign-in link for Acme",
      text: "Hello!\n\nhttps://auth.example.com/sign-in#example\n\nThe link works until December 1, 2026 at 10:03 UTC.",
      html: "<!doctype html>…"
    }
  ]
})

const Placeholder = Schema.Struct({
  name: Schema.String,
  type: Schema.Literal(
    "link",
    "code",
    "url",
    "image",
    "color",
    "text-color",
    "text",
    "number",
    "time",
    "device"
  ).annotations({
    description: "What it stands for, which decides where a text can use it."
  }),
  required: Schema.Boolean.annotations({ description: "Whether every text must have it." }),
  description: Schema.String
}).annotations({ identifier: "EmailPlaceholder", description: "A value that a text can use, as `{{name}}`." })

const Kind = Schema.Struct({
  kind: EmailKind,
  description: Schema.String.annotations({ description: "When it is sent." }),
  placeholders: Schema.Array(Placeholder)
}).annotations({ identifier: "EmailKind", description: "An email whose text can be changed." })

/** The emails whose texts can be changed, and the texts that the instance has changed. */
export const EmailTextListResponse = Schema.Struct({
  kinds: Schema.Array(Kind),
  languages: Schema.Array(Language).annotations({ description: "The languages that emails are written in." }),
  texts: Schema.Array(EmailTextResponse.pick("kind", "language", "subject", "updatedAt")).annotations({
    description: "The texts that the instance has instead of the default ones."
  })
}).annotations({
  identifier: "EmailTextList",
  description:
    "The emails whose texts can be changed, and the texts that the instance has instead of the default ones.",
  examples: [
    {
      kinds: [
        {
          kind: key.kind,
          description: "A user requested a link to sign in.",
          placeholders: [
            { name: "link", type: "link", required: true, description: "The link that signs in." },
            { name: "instanceName", type: "text", required: false, description: "The name of the instance." }
          ]
        }
      ],
      languages: [key.language],
      texts: [{ ...key, subject: exampleContent.subject, updatedAt }]
    }
  ]
})

const payload = Schema.Struct(content)

// Lenient, because an invalid id is 404 like one that does not exist.
const instance = HttpApiSchema.param(
  "id",
  Schema.String.annotations({ description: "The id of the instance.", examples: [defaultId] })
)
const kind = HttpApiSchema.param(
  "kind",
  Schema.String.annotations({ description: "Which email.", examples: [key.kind] })
)
const language = HttpApiSchema.param(
  "language",
  Schema.String.annotations({ description: "The language of the email.", examples: [key.language] })
)

const list = Contract.endpoint(HttpApiEndpoint.get("listEmailTexts")`/v1/admin/instances/${instance}/email-texts`, {
  permission: "email_texts.read",
  summary: "List email texts",
  description:
    "Returns the emails whose texts can be changed, with their placeholders, and the texts that the instance has instead of the default ones.",
  success: EmailTextListResponse
})

const get = Contract.endpoint(
  HttpApiEndpoint.get("getEmailText")`/v1/admin/instances/${instance}/email-texts/${kind}/${language}`,
  {
    permission: "email_texts.read",
    summary: "Get an email text",
    description: "Returns the text of the instance, or else the default one, with `updatedAt` null.",
    success: EmailTextResponse
  }
)

const put = Contract.endpoint(
  HttpApiEndpoint.put("putEmailText")`/v1/admin/instances/${instance}/email-texts/${kind}/${language}`,
  {
    permission: "email_texts.write",
    summary: "Write an email text",
    description: "Replaces the text. A text with mistakes is refused, and each one is named with its line and column.",
    body: Contract.body(payload, "NewEmailText", exampleContent, { maxBytes: maxBytes }),
    success: EmailTextResponse
  }
)

const remove = Contract.endpoint(
  HttpApiEndpoint.del("deleteEmailText")`/v1/admin/instances/${instance}/email-texts/${kind}/${language}`,
  {
    permission: "email_texts.write",
    summary: "Delete an email text",
    description: "The default text is sent again.",
    success: Ok
  }
)

const preview = Contract.endpoint(
  HttpApiEndpoint.post("previewEmailText")`/v1/admin/instances/${instance}/email-texts/${kind}/${language}/preview`,
  {
    permission: "email_texts.read",
    summary: "Preview an email text",
    description: "Returns the email that would be made from a text. Stores and sends nothing.",
    body: Contract.body(payload, "NewEmailText", exampleContent, { maxBytes: maxBytes }),
    success: EmailPreviewResponse
  }
)

const sendTest = Contract.endpoint(
  HttpApiEndpoint.post("sendTestEmail")`/v1/admin/instances/${instance}/email-texts/${kind}/${language}/test`,
  {
    permission: "email_texts.write",
    summary: "Send a test email",
    description:
      "Sends an email with the stored text and sample values: at most 20 in 10 minutes. No link of it works.",
    body: Contract.body(Schema.Struct({ email: EmailInput }), "NewTestEmail", { email: "grace@example.com" }),
    success: Ok,
    errors: ["magic_link_rate_limited"]
  }
)

/**
 * `/v1/admin/instances/{id}/email-texts` and below. They require a bearer key (RFC 6750), as the endpoints for
 * instances do.
 */
export class EmailTextApi extends Contract.group(
  "emailText",
  {
    title: "Email texts",
    description:
      "Change the texts of the emails of an instance. Requires `Authorization: Bearer ADMIN_API_KEY`, or an API key."
  },
  {
    listEmailTexts: list,
    getEmailText: get,
    putEmailText: put,
    deleteEmailText: remove,
    previewEmailText: preview,
    sendTestEmail: sendTest
  }
) {}
