import { start } from "@latchkey/test-support/HttpService"
import { type FormBrowser, signedIn } from "@latchkey/test-support/operator"
import type { Service } from "@latchkey/test-support/Service"
import { afterAll, beforeAll, beforeEach } from "vitest"

/** Starts a service for the tests of a file. Each begins an hour after the previous one, with a new operator session. */
export const operatorScene = (options: Parameters<typeof start>[0] = {}) => {
  let service: Service
  let operator: FormBrowser
  beforeAll(async () => {
    service = await start(options)
  })
  afterAll(() => service.stop())
  beforeEach(async () => {
    service.advance(3_600_000)
    operator = await signedIn(service)
  })
  return { service: () => service, operator: () => operator }
}
