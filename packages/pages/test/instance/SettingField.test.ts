import { defaultInstance } from "@latchkey/domain/instance/Instance"
import { InstancePatch } from "@latchkey/domain/instance/InstancePatch"
import * as Schema from "effect/Schema"
import { assert, describe, it } from "vitest"
import * as Field from "../../src/instance/SettingField.ts"
import { rebased } from "../../src/instance/InstanceForm.ts"
import { fieldsIn, sections } from "../../src/instance/SettingsSections.ts"

const all = sections.flatMap(fieldsIn)
const formOf = (values: Field.Values) => new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ""))

/** The paths of all settings, down to the single values. */
const pathsOf = (settings: object, path = ""): ReadonlyArray<string> =>
  Object.entries(settings).flatMap(([name, value]) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? pathsOf(value, `${path}${name}.`)
      : [`${path}${name}`]
  )

describe("The fields of the settings", () => {
  it("are all that an instance has, each once", () => {
    const names = all.map(({ name }) => name)
    assert.deepStrictEqual(
      [...names].sort(),
      pathsOf({ ...defaultInstance })
        .filter((path) => path !== "id")
        .sort()
    )
  })

  it("give back the settings that they show", () => {
    const values = Field.valuesIn(all, formOf(Field.valuesOf(all, defaultInstance)))
    const { id: _, ...settings } = defaultInstance
    assert.deepStrictEqual(Schema.decodeUnknownSync(InstancePatch)(Field.toSettings(all, values)), { ...settings })
  })

  it("read lists line by line, and numbers strictly", () => {
    const form = new URLSearchParams({
      hosts: " a.example \r\n\r\nb.example\n",
      "rateLimits.signUpPerIp.limit": "0x10",
      redirectUrl: " "
    })
    const settings = Field.toSettings(all, Field.valuesIn(all, form))
    assert.deepInclude(settings, { hosts: ["a.example", "b.example"], redirectUrl: null })
    assert.strictEqual((settings["rateLimits"] as typeof defaultInstance.rateLimits).signUpPerIp.limit, -1)
  })

  it("are changed where they differ from what was shown", () => {
    const shown = Field.valuesOf(all, defaultInstance)
    const values = { ...shown, name: "Other", "authConfig.magic_link": "" }
    const changed = Field.changedOf(all, values, shown).map(({ name }) => name)
    assert.deepStrictEqual(changed, ["name", "authConfig.magic_link"])
  })

  it.each(["", "null", "[]", '{"name":1}', "{"])("have shown nothing when the form says %j", (text) =>
    assert.deepStrictEqual(Field.shownIn(new URLSearchParams({ [Field.shownName]: text })), {})
  )

  it("keep what was changed, and show what is stored for the rest", () => {
    const state = { shown: { name: "A", hosts: "x" }, values: { name: "mine", hosts: "x" }, errors: [] }
    assert.deepStrictEqual(rebased(state, { name: "A", hosts: "theirs" }), {
      shown: { name: "A", hosts: "theirs" },
      values: { name: "mine", hosts: "theirs" },
      errors: []
    })
  })
})
