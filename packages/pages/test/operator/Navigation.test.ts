import { InstanceId } from "@latchkey/domain/core/Ids"
import { assert, describe, it } from "@effect/vitest"
import * as DashboardPaths from "../../src/dashboard/core/DashboardPaths.ts"
import { languages } from "../../src/dashboard/core/DashboardLanguage.ts"
import * as Navigation from "../../src/dashboard/core/Navigation.ts"
import * as Option from "effect/Option"

const paths = DashboardPaths.make("")
const [english] = languages
const navigation = Navigation.make(paths, english.texts.core, "Sign out")

const acme = { id: InstanceId.make("default"), name: "Acme" }
const other = { id: InstanceId.make("inst_01980000-0000-7000-8000-000000000000"), name: "Other" }

const reader = {
  name: "Grace Hopper",
  role: "support",
  instances: [acme, other],
  zone: Option.none(),
  zoneCookie: ""
} as const

const currentIn = (source: string) =>
  [...source.matchAll(/<a href="([^"]*)" aria-current=(page|true)>/g)].map(([, href, kind]) => [href, kind])

describe("Navigation", () => {
  it("on a page of an instance, marks that page and the instance", () => {
    const { source } = navigation(reader, { section: "Instances", of: { instance: acme, tab: "Users" }, isList: false })
    assert.deepStrictEqual(currentIn(source), [
      [paths.instance(acme.id), "true"],
      [paths.users(acme.id), "page"]
    ])
  })

  it("on a page of the service, has the pages of an instance only if there is one instance", () => {
    const place = { section: "Audit log", isList: false } as const
    const several = navigation(reader, place).source
    assert.deepStrictEqual(currentIn(several), [[paths.audit(), "page"]])
    assert.notInclude(several, paths.users(acme.id))
    assert.include(navigation({ ...reader, instances: [acme] }, place).source, paths.users(acme.id))
  })

  it("lists twelve instances at most, and a link to all", () => {
    const many = Array.from({ length: 20 }, (_, index) => ({ ...other, name: `Instance ${index}` }))
    const { source } = navigation({ ...reader, instances: many }, { section: "Access", isList: false })
    assert.strictEqual(source.match(/<span>Instance \d+<\/span>/g)?.length, 12)
    assert.include(source, "All instances")
  })

  it("names the administrator and their role, or the admin key", () => {
    const place = { section: "Access", isList: false } as const
    assert.include(navigation(reader, place).source, 'Grace Hopper<span class="soft">support')
    assert.include(navigation({ ...reader, name: undefined }, place).source, "Admin key")
  })

  it("escapes names", () => {
    const hostile = { ...acme, name: "<b>" }
    const { source } = navigation(
      { ...reader, name: "<i>", instances: [hostile] },
      { section: "Access", isList: false }
    )
    assert.notMatch(source, /<b>|<i>/)
  })
})
