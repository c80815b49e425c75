import * as Effect from "effect/Effect"
import { ann, sentCode, withCodes } from "../support.ts"
import * as TestClient from "./TestClient.ts"

/** Makes a client of an instance with codes. */
export const newClient = (at = withCodes) => Effect.map(TestClient.make, (client) => client.at(at))

/** Requests a link on the client, and returns the code that was sent. */
export const codeFor = (client: Pick<TestClient.Actions, "requestLink">, address = ann) =>
  Effect.zipRight(client.requestLink(address), sentCode(address))
