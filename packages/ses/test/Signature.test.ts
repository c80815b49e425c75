import { assert, describe, it } from "@effect/vitest"
import * as SesMailer from "@latchkey/ses/SesMailer"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Endpoint from "@latchkey/test-support/ses/Endpoint"
import { awsEnvironment } from "@latchkey/test-support/ses/environment"
import { email, options, secretAccessKey } from "./support/samples.ts"
import * as Signature from "./support/signature.ts"

const requestWith = (others: Partial<SesMailer.Options>) =>
  Effect.gen(function* () {
    const { requests, url } = yield* Endpoint.make(Endpoint.accept)
    const mailer = yield* SesMailer.make(options(url, others))
    yield* mailer.send(email)
    const request = requests[0]
    return request === undefined ? assert.fail("No request was received") : request
  })

describe("The signature", () => {
  it.scoped("is made with the key of the options, for SES in the region, over the body and the host", () =>
    Effect.gen(function* () {
      const request = yield* requestWith({})
      const signature = Signature.read(request, secretAccessKey)
      assert.deepInclude(signature, { accessKeyId: "AKIDEXAMPLE", region: "eu-central-1", service: "ses" })
      assert.includeMembers(signature.headers, ["host", "x-amz-date", "content-type"])
      assert.isTrue(signature.isValid)
    })
  )

  it.scoped("is invalid for another body or another key", () =>
    Effect.gen(function* () {
      const request = yield* requestWith({})
      const forged = { ...request, body: request.body.replace("ann@example.com", "eve@example.com") }
      assert.isFalse(Signature.read(forged, secretAccessKey).isValid)
      assert.isFalse(Signature.read(request, `${secretAccessKey}x`).isValid)
    })
  )

  it.scoped("does not contain the secret part of the key", () =>
    Effect.gen(function* () {
      const request = yield* requestWith({})
      assert.notInclude(JSON.stringify(request), secretAccessKey)
    })
  )

  it.scoped("is made with the key of the credential chain if the options have none", () =>
    Effect.gen(function* () {
      yield* awsEnvironment({
        AWS_ACCESS_KEY_ID: "ASIAFROMENV",
        AWS_SECRET_ACCESS_KEY: "from-the-environment",
        AWS_SESSION_TOKEN: "a-session"
      })
      const request = yield* requestWith({ credentials: Option.none() })
      const signature = Signature.read(request, "from-the-environment")
      assert.strictEqual(signature.accessKeyId, "ASIAFROMENV")
      assert.isTrue(signature.isValid)
      assert.strictEqual(request.headers["x-amz-security-token"], "a-session")
    })
  )

  it.scoped("is made with the key of the options even if the environment has another", () =>
    Effect.gen(function* () {
      yield* awsEnvironment({
        AWS_ACCESS_KEY_ID: "ASIAFROMENV",
        AWS_SECRET_ACCESS_KEY: "from-the-environment",
        AWS_REGION: "us-east-1",
        AWS_ENDPOINT_URL_SESV2: "http://127.0.0.1:1"
      })
      const signature = Signature.read(yield* requestWith({}), secretAccessKey)
      assert.deepInclude(signature, { accessKeyId: "AKIDEXAMPLE", region: "eu-central-1", isValid: true })
    })
  )
})
