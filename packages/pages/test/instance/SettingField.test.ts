import { defaultInstance } from "@latchkey/domain/instance/Instance"
import { InstancePatch } from "@latchkey/domain/instance/InstancePatch"
import * as Schema from "effect/Schema"
import { assert, describe, it } from "vitest"
import * as FormInput from "../../src/core/FormInput.ts"
import { languages } from "../../src/dashboard/core/DashboardLanguage.ts"
import { rebase } from "../../src/dashboard/instance/InstanceForm.ts"
import * as SettingField from "../../src/dashboard/instance/SettingField.ts"
import { fieldsIn, sectionsIn } from "../../src/dashboard/instance/SettingsSections.ts"

const all = Object.values(sectionsIn(languages[0].texts.instance)).flatMap(fieldsIn)
const formOf = (values: SettingField.Values) =>
  new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ""))

/** Returns the paths of all settings, down to single values. */
const pathsOf = (settings: object, path = ""): ReadonlyArray<string> =>
  Object.entries(settings).flatMap(([name, value]) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? pathsOf(value, `${path}${name}.`)
      : [`${path}${name}`]
  )

// Identity providers have their own page.
const { id: _, identityProviders: _providers, ...settings } = defaultInstance

describe("The fields of settings", () => {
  it("contain every setting of an instance once", () => {
    const names = all.map(({ name }) => name)
    assert.deepStrictEqual([...names].sort(), [...pathsOf(settings)].sort())
  })

  it("decode to the settings that they show", () => {
    const values = SettingField.valuesIn(all, formOf(SettingField.valuesOf(all, defaultInstance)))
    assert.deepStrictEqual(Schema.decodeUnknownSync(InstancePatch)(SettingField.toSettings(all, values)), settings)
  })

  it("decode lists by line, and numbers strictly", () => {
    const form = new URLSearchParams({
      hosts: " a.example \r\n\r\nb.example\n",
      "rateLimits.signUpPerIp.limit": "0x10",
      redirectUrl: " "
    })
    const settings = SettingField.toSettings(all, SettingField.valuesIn(all, form))
    assert.deepInclude(settings, { hosts: ["a.example", "b.example"], redirectUrl: null })
    assert.strictEqual((settings["rateLimits"] as typeof defaultInstance.rateLimits).signUpPerIp.limit, -1)
  })

  it("are changed if they differ from what was shown", () => {
    const shown = SettingField.valuesOf(all, defaultInstance)
    const values = { ...shown, name: "Other", "authConfig.magic_link": "" }
    const changed = SettingField.changedOf(all, values, shown).map(({ name }) => name)
    assert.deepStrictEqual(changed, ["name", "authConfig.magic_link"])
  })

  it.each(["", "null", "[]", '{"name":1}', "{"])("showed nothing if the form contains %j", (text) =>
    assert.deepStrictEqual(SettingField.shownIn(new URLSearchParams({ [FormInput.shownName]: text })), {})
  )

  it("keep changed values after a rebase, and show stored values for all others", () => {
    const state = { shown: { name: "A", hosts: "x" }, values: { name: "mine", hosts: "x" }, errors: [] }
    assert.deepStrictEqual(rebase(state, { name: "A", hosts: "theirs" }), {
      shown: { name: "A", hosts: "theirs" },
      values: { name: "mine", hosts: "theirs" },
      errors: []
    })
  })
})
