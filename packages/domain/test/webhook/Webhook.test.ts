import { assert, describe, it } from "@effect/vitest"
import { WebhookTypes, WebhookUrl } from "@latchkey/domain/webhook/Webhook"
import * as Schema from "effect/Schema"

describe("WebhookUrl", () => {
  const is = Schema.is(WebhookUrl)

  it("is an https or http URL, also of a host of this machine", () => {
    for (const url of [
      "https://app.example.com",
      "https://app.example.com/hooks?a=1&b=%20",
      "https://app.example.com?a",
      "https://app.example.com:8443/~app/$1/'\"",
      "https://[2001:db8::1]/",
      "http://localhost:4000/hook",
      "http://127.0.0.1:4000/"
    ]) {
      assert.isTrue(is(url), url)
    }
  })

  it("has no other scheme, no user, no password, no fragment, and nothing that is not ASCII", () => {
    for (const url of [
      "ftp://app.example.com/",
      "//app.example.com/",
      "https:app.example.com",
      "https://",
      "https://ann@app.example.com/",
      "https://ann:pass@app.example.com/",
      "https://app.example.com\\@other.example/",
      "https://app.example.com/#part",
      "https://app.example.com/a b",
      "https://app.example.com/\n",
      "https://app.example.com/ä",
      "https://APP.example.com/",
      " https://app.example.com/"
    ]) {
      assert.isFalse(is(url), url)
    }
  })

  it("has at most 2,048 characters", () => {
    const ofLength = (length: number) => "https://app.example.com/".padEnd(length, "a")
    assert.isTrue(is(ofLength(2048)))
    assert.isFalse(is(ofLength(2049)))
  })
})

describe("WebhookTypes", () => {
  it("are all, or one type or more, each once and known", () => {
    const is = Schema.is(WebhookTypes)
    assert.isTrue(is(null))
    assert.isTrue(is(["user.created", "user.deleted"]))
    assert.isFalse(is([]))
    assert.isFalse(is(["user.created", "user.created"]))
    assert.isFalse(is(["user.renamed"]))
  })
})
