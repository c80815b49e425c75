import type { ActiveSession, Session } from "@latchkey/client"
import { expectTypeOf, test } from "vitest"

interface Plan {
  readonly plan: "free" | "team"
}

// The compiler checks these, in `npm run check`.
test("A session has the app's types for its metadata, and any object without them", () => {
  expectTypeOf<Session<Plan>["metadata"]>().toEqualTypeOf<Plan | undefined>()
  expectTypeOf<Session<Plan, Plan>["userMetadata"]>().toEqualTypeOf<Plan | undefined>()
  expectTypeOf<Session["metadata"]>().toEqualTypeOf<ActiveSession["metadata"]>()
  expectTypeOf<Session<Plan>["email"]>().toEqualTypeOf<string>()
  expectTypeOf<ActiveSession>().toExtend<Session>()
})
