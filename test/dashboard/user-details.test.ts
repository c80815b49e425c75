import { defaultId } from "@latchkey/domain/instance/Instance"
import type { UserFields } from "@latchkey/domain/instance/UserField"
import type { Reply } from "@latchkey/test-support/HttpClient"
import { beforeEach, describe, expect, test } from "vitest"
import { operatorScene } from "./support/operatorScene.ts"
import { filled, noticeIn } from "./support/settingsForm.ts"

const section = "user-details"
const path = `/dashboard/instances/default/settings/${section}`
const setting = "signUp.fields"

const { operator, service } = operatorScene()

const stored = async () => (await service().instances((instances) => instances.get(defaultId))).signUp.fields

type Input = Readonly<Record<string, string>>

/** Fills rows, by their number from 0, submits the form, and returns the reply. */
const save = async (rows: Readonly<Record<number, Input>>, headers = {}) => {
  const changes = Object.entries(rows).flatMap(([row, input]) =>
    Object.entries(input).map(([part, text]) => [`${setting}.${row}.${part}`, text])
  )
  const shown = filled(await operator().get(path), {}, section)
  return operator().submit(path, { ...shown, ...Object.fromEntries(changes) }, headers)
}

/** Returns the inputs of a page whose value is not empty, by name without the setting. */
const rowsOf = async () => {
  const sent = filled(await operator().get(path), {}, section)
  return Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]) =>
      name.startsWith(setting) && value !== "" ? [[name.slice(setting.length + 1), value]] : []
    )
  )
}

/** Returns the errors that the notice leads from. */
const errorsIn = ({ text }: Reply) =>
  [...text.matchAll(/<li><a href="#signUp-fields[^"]*">([^<]*)/g)].map(([, error]) => error)

const company = { name: "company", label: "Company", type: "string", required: true } as const
const every: UserFields = [
  { ...company, labels: { de: "Firma", "pt-BR": "Empresa: nome" }, minLength: 2, maxLength: 40 },
  { name: "plan", label: "Plan", type: "string", enum: ["Free, for now", "Pro"], required: false },
  { name: "seats", label: "Seats", type: "integer", minimum: -5, maximum: 500, required: false },
  { name: "share", label: "Share", type: "number", minimum: 0.5, maximum: 1e21, required: false },
  { name: "terms", label: "I agree", type: "boolean", required: true }
]

describe("The details that an instance asks its users for", () => {
  beforeEach(() => service().instances((instances) => instances.update(defaultId, { signUp: { fields: [] } })))

  test("are added in an empty row, one after the other", async () => {
    const first = await save({ 0: { label: " Company ", name: "company", required: "on" } })
    expect([first.status, first.headers["location"]]).toEqual([303, `${path}?saved=1`])
    expect(noticeIn(await operator().get(`${path}?saved=1`), section)).toBe("Saved.")
    expect(await stored()).toEqual([company])
    await save({ 1: { label: "Plan", name: "plan", type: "choice", enum: "Free\n\n Pro " } })
    expect(await stored()).toEqual([
      company,
      { name: "plan", label: "Plan", type: "string", enum: ["Free", "Pro"], required: false }
    ])
  })

  test("have all that the admin API knows of them, and are the same after they were saved unchanged", async () => {
    await service().instances((instances) => instances.update(defaultId, { signUp: { fields: every } }))
    expect(await rowsOf()).toMatchObject({
      "0.labels": "de: Firma\npt-BR: Empresa: nome",
      "0.least": "2",
      "1.type": "choice",
      "1.enum": "Free, for now\nPro",
      "2.least": "-5",
      "3.least": "0.5",
      "3.most": "1e+21",
      "4.required": "on"
    })
    await save({ 2: { most: "400" } })
    expect(await stored()).toEqual(every.map((field) => (field.name === "seats" ? { ...field, maximum: 400 } : field)))
  })

  test("go with their label and their name", async () => {
    await service().instances((instances) => instances.update(defaultId, { signUp: { fields: every } }))
    await save({ 0: { label: "", name: "" }, 3: { label: "", name: "" } })
    expect((await stored()).map(({ name }) => name)).toEqual(["plan", "seats", "terms"])
  })

  test("lose what their type does not have", async () => {
    await save({ 0: { label: "Plan", name: "plan", type: "choice", enum: "Free", least: "1" } })
    await save({ 0: { type: "boolean" } })
    expect(await stored()).toEqual([{ name: "plan", label: "Plan", type: "boolean", required: false }])
  })

  test("stay in the form if one is invalid, with the reason of each", async () => {
    const reply = await save({
      0: { label: "", name: "2nd" },
      1: { label: "Seats", name: "seats", type: "integer", least: "9", most: "1" },
      2: { label: "Team", name: "team", type: "string", labels: "auf Deutsch: Gruppe", most: "lots" }
    })
    expect([reply.status, noticeIn(reply, section)]).toEqual([400, expect.stringContaining("Not saved. ")])
    expect(await stored()).toEqual([])
    expect(errorsIn(reply)).toEqual([
      "Detail 1: Name in the data must begin with a letter, and have at most 64 letters, digits and underscores.",
      "Detail 1: Label must be 1 to 100 characters, and no control characters.",
      "Detail 2 must have bounds between which there is a value.",
      "Detail 3: Label in other languages, such as de: Firma must have tags of languages as its names, such as de or pt-BR.",
      "Detail 3: At most must be a number."
    ])
    const targets = [...reply.text.matchAll(/<li><a href="#(signUp-fields[^"]*)"/g)].map(([, id = ""]) => id)
    expect(targets.map((id) => id.slice("signUp-fields-".length))).toEqual([
      "0-name",
      "0-label",
      "1",
      "2-labels",
      "2-most"
    ])
    for (const id of targets) expect(reply.text).toContain(`id="${id}"`)
    for (const text of ["2nd", "auf Deutsch: Gruppe", "lots"]) expect(reply.text).toContain(text)
  })

  test("say in the language of the administrator why they are invalid", async () => {
    const wrong = {
      0: { label: "", name: "2nd" },
      1: { label: "Seats", name: "seats", type: "integer", least: "many" }
    }
    const reply = await save(wrong, { "accept-language": "de" })
    expect(errorsIn(reply)).toEqual([
      "Angabe 1, Name in den Daten: muss mit einem Buchstaben beginnen und darf höchstens 64 Buchstaben, Ziffern und Unterstriche haben.",
      "Angabe 1, Bezeichnung: muss 1 bis 100 Zeichen haben, ohne Steuerzeichen.",
      "Angabe 2, Mindestens: muss eine Zahl sein."
    ])
  })

  test("are at most ten", async () => {
    const fields = Array.from({ length: 10 }, (_, index) => ({ ...company, name: `field${index}` }))
    await service().instances((instances) => instances.update(defaultId, { signUp: { fields } }))
    expect((await operator().get(path)).text).not.toContain(`name="${setting}.10.label"`)
    const reply = await save({ 10: { label: "One more", name: "more" } })
    expect([reply.status, reply.text.includes("must be at most 10 fields")]).toEqual([400, true])
  })
})
