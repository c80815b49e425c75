import { report, type SettingError } from "@latchkey/http/core/SettingRules"
import * as Data from "effect/Data"

/** Settings are wrong or missing. Lists all of them, so that the operator can fix them together. Contains no values. */
export class ConfigErrors extends Data.TaggedError("ConfigErrors")<{ readonly errors: ReadonlyArray<SettingError> }> {
  override get message(): string {
    return report(this.errors)
  }
}
