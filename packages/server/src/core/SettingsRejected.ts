/**
 * @since 0.1.0
 */
import * as Data from "effect/Data"
import type { Mistake } from "./SettingReader.ts"

const paragraph = ({ name, fault, expected, example }: Mistake): string =>
  [`  ${name} ${fault}.`, `    Expected: ${expected}`, `    Example:  ${name}=${example}`].join("\n")

/** Settings are missing or wrong. All of them are told at once, and no value is. @since 0.1.0 */
export class SettingsRejected extends Data.TaggedError("SettingsRejected")<{
  readonly mistakes: ReadonlyArray<Mistake>
}> {
  override get message(): string {
    const count = this.mistakes.length === 1 ? "One setting needs" : `${this.mistakes.length} settings need`
    return [`${count} attention:`, "", ...this.mistakes.map(paragraph)].join("\n")
  }
}
