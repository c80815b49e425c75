import * as Data from "effect/Data"

/** One wrong or missing setting. The message never contains its value, which may be a secret. */
export interface SettingError {
  readonly name: string
  readonly message: string
}

/** Settings are wrong or missing. Lists all of them, so that the operator can fix them together. */
export class ConfigErrors extends Data.TaggedError("ConfigErrors")<{ readonly errors: ReadonlyArray<SettingError> }> {
  override get message(): string {
    const count = this.errors.length === 1 ? "One setting needs" : `${this.errors.length} settings need`
    const paragraphs = this.errors.map(({ message, name }) => `  ${name} ${message.replaceAll("\n", "\n    ")}`)
    return [`${count} attention:`, "", ...paragraphs].join("\n")
  }
}
