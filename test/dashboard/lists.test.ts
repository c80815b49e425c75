import { AttemptCounts } from "@latchkey/domain/audit/AttemptCounts"
import { AuditLog } from "@latchkey/domain/audit/AuditLog"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { newEmail, password, signUp } from "@latchkey/test-support/contract"
import { signedIn, signedInAs } from "@latchkey/test-support/operator"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { describe, expect, test } from "vitest"
import { operatorScene } from "./support/operatorScene.ts"

const instance = "/dashboard/instances/default"
const users = `${instance}/users`

const { operator, service } = operatorScene()

const register = async (email: string) =>
  String((await service().browser().post(signUp, { email, password })).json["userId"])

const emailsIn = (text: string) =>
  [...text.replaceAll("<wbr>", "").matchAll(/<a class="row" href="[^"]*">([^<]*)<\/a>/g)].map(([, email]) => email)

const hrefOf = (text: string, rel: "next" | "prev") =>
  (new RegExp(`rel="${rel}" href="([^"]*)"`).exec(text)?.[1] ?? "").replaceAll("&amp;", "&")

describe("The list of users", () => {
  test("finds users by a part of the address, by id, by external id and by status", async () => {
    const id = await register("nadia.boulanger@music.example")
    await register("lili.boulanger@music.example")
    await operator().submit(`${users}/${id}/disable`)
    const found = async (query: string) => emailsIn((await operator().get(`${users}?${query}`)).text)
    expect(await found("q=BOULANGER")).toEqual(["lili.boulanger@music.example", "nadia.boulanger@music.example"])
    expect(await found("q=music.ex&order=email_descending")).toEqual([
      "nadia.boulanger@music.example",
      "lili.boulanger@music.example"
    ])
    expect(await found(`q=${id}`)).toEqual(["nadia.boulanger@music.example"])
    expect(await found("q=boulanger&status=disabled")).toEqual(["nadia.boulanger@music.example"])
    const none = await operator().get(`${users}?q=%00%22`)
    expect([none.status, emailsIn(none.text)]).toEqual([200, []])
    expect(none.text).toContain("No matching users")
  })

  test("says how it is sorted, and links to other orders, page by page and back", async () => {
    for (let count = 0; count < 51; count++) {
      service().advance(31_000)
      await register(`page-${String(count).padStart(2, "0")}@paged.example`)
    }
    const first = await operator().get(users)
    expect(first.text).toContain('aria-sort="descending"')
    expect(emailsIn(first.text)[0]).toBe("page-50@paged.example")
    const byEmail = await operator().get(`${users}?order=email&q=paged`)
    expect(byEmail.text).toContain('aria-sort="ascending"')
    expect(emailsIn(byEmail.text)).toHaveLength(50)
    expect(hrefOf(byEmail.text, "prev")).toBe("")
    const second = await operator().get(hrefOf(byEmail.text, "next"))
    expect(emailsIn(second.text)).toEqual(["page-50@paged.example"])
    expect(hrefOf(second.text, "next")).toBe("")
    const back = await operator().get(hrefOf(second.text, "prev"))
    expect(emailsIn(back.text)).toEqual(emailsIn(byEmail.text))
  })
})

describe("A list as CSV", () => {
  test("of users has what the list is filtered by, and is an export in the audit log", async () => {
    const email = newEmail()
    const id = await register(email)
    const file = await operator().get(`${users}.csv?q=${encodeURIComponent(email)}`)
    expect(file.headers["content-type"]).toBe("text/csv; charset=utf-8")
    expect(file.headers["content-disposition"]).toBe('attachment; filename="users.csv"')
    const [head, row, ...rest] = file.text.split("\r\n")
    expect(head).toMatch(/^id,email,external_id,created_at,/)
    expect(row).toContain(`${id},${email},,20`)
    expect(rest).toEqual([""])
    const [entry] = await service().run(
      Effect.flatMap(AuditLog, (log) => log.list({ before: Option.none(), limit: 1 }))
    )
    expect(entry).toMatchObject({ action: "users_exported", actor: "dashboard" })
    expect(entry?.detail).not.toContain(email)
  })

  test("has no cell that a spreadsheet takes for a formula", async () => {
    const id = await register(newEmail())
    for (const externalId of ["=1+1", "+1", "-1", "@SUM(A1)", '=cmd|" /C calc"!A0']) {
      const edited = await service()
        .browser()
        .send("PATCH", `/v1/admin/instances/${defaultId}/users/${id}`, {
          headers: {
            authorization: `Bearer ${"test-admin-key-of-at-least-32-characters"}`,
            "content-type": "application/json"
          },
          body: JSON.stringify({ externalId })
        })
      expect(edited.status, externalId).toBe(200)
      const { text } = await operator().get(`${users}.csv?q=${id}`)
      expect(text, externalId).toContain(`,"'${externalId.replaceAll('"', '""')}",`)
    }
  })

  test.each([
    ["invitations", `${instance}/invitations.csv`, "id,email,created_at,created_by,expires_at"],
    ["emails", `${instance}/emails.csv`, "id,to,kind,state,reason,detail,report,attempts,requested_at,at"],
    ["suppressed addresses", `${instance}/suppressed.csv`, "email,reason,detail,suppressed_at,email_id"],
    ["the audit log", "/dashboard/audit.csv", "id,at,action,actor,name,operator_id,api_key_id,"]
  ])("of %s begins with the names of its columns", async (_, path, columns) => {
    const file = await operator().get(path)
    expect(file.headers["content-type"]).toBe("text/csv; charset=utf-8")
    expect(file.text.split("\r\n")[0]).toContain(columns)
  })
})

describe("The audit log", () => {
  test("is filtered by action, by who, by instance, by user and by day", async () => {
    const id = await register(newEmail())
    const { browser, id: operatorId } = await signedInAs(service(), "support", newEmail())
    await browser.submit(`${users}/${id}/disable`)
    const rows = async (query: string) => {
      const { text } = await operator().get(`/dashboard/audit?${query}`)
      return [...text.matchAll(/<th scope="row"[^>]*><span class="strong">([^<]*)</g)].map(([, action]) => action)
    }
    expect(await rows(`user=${id}`)).toEqual(["User disabled"])
    expect(await rows(`user=${id}&action=user_enabled`)).toEqual([])
    expect(await rows(`by=${operatorId}`)).toEqual(["User disabled", "Administrator signed in"])
    expect(await rows(`by=command_line&user=${id}`)).toEqual([])
    const today = new Date(service().now()).toISOString().slice(0, 10)
    expect(await rows(`user=${id}&since=${today}&until=${today}`)).toEqual(["User disabled"])
    expect(await rows(`user=${id}&until=2020-01-01`)).toEqual([])
    expect(await rows("user=nobody")).toEqual([])
    expect(await rows(`user=${id}&instance=default`)).toEqual(["User disabled"])
    const elsewhere = await service().instances((all) => all.create({ name: "Elsewhere" }))
    expect(await rows(`instance=${elsewhere.id}`)).toEqual(["Instance created"])
  })

  test("has its filters folded, and open if one is set", async () => {
    const folded = async (query: string) =>
      /<details class="folded"( open)?>/.exec((await operator().get(`/dashboard/audit${query}`)).text)?.[1]
    expect([await folded(""), await folded("?by=user")]).toEqual([undefined, " open"])
  })

  test("names a user by the address, and a setting with its former value", async () => {
    const email = newEmail()
    const id = await register(email)
    await operator().submit(`${users}/${id}/disable`)
    const { text } = await operator().get(`/dashboard/audit?user=${id}`)
    expect(text).toContain(`<a href="${users}/${id}">${email.replaceAll(/[@.]/g, "$&<wbr>")}</a>`)
    const change = { actor: "dashboard" } as const
    await service().instances((all) => all.update(defaultId, { name: "Before" }, change))
    await service().instances((all) => all.update(defaultId, { name: 'Aft"er, x=1' }, change))
    const changed = await operator().get("/dashboard/audit?action=instance_updated")
    expect(changed.text).toMatch(/<del>.*?<code>Before<\/code><\/del>.*?<code>Aft&quot;er, x=1<\/code>/)
  })
})

describe("The page of a user", () => {
  test("has a timeline of what operators and the user did, newest first", async () => {
    const id = await register(newEmail())
    service().advance(1000)
    await operator().submit(`${users}/${id}/disable`)
    service().advance(1000)
    await operator().submit(`${users}/${id}/enable`)
    const { text } = await operator().get(`${users}/${id}`)
    const events = [...text.matchAll(/<li class="(?:bad|good|)"><p><strong>([^<]*)</g)].map(([, title]) => title)
    expect(events).toEqual(["Viewed", "Account enabled again", "Account disabled", "Signed up"])
  })
})

describe("The overview", () => {
  const figuresOf = (text: string) => {
    const tiles = text.matchAll(/<dt>(.*?)<\/dt><dd class="figure[^"]*">(.*?)<\/dd>/g)
    return Object.fromEntries([...tiles].map((tile) => tile.slice(1).map((part) => part.replace(/<[^>]*>/g, ""))))
  }

  test("compares each figure with the period before, and says so where there is one", async () => {
    const { id } = await service().instances((all) => all.create({ name: "Bakery" }, { actor: "admin_api" }))
    const store = (days: number, count: number) =>
      service().run(
        Effect.gen(function* () {
          const hour = DateTime.startOf(DateTime.subtract(yield* DateTime.now, { days, hours: 2 }), "hour")
          yield* (yield* AttemptCounts).add([{ instanceId: id, hour, attempt: "sign_in", outcome: "ok", count }])
        })
      )
    await store(0, 30)
    await store(1, 24)
    await store(8, 27)
    const seen = async (period: string) => {
      const { text } = await operator().get(`/dashboard/instances/${id}?period=${period}`)
      return [figuresOf(text)["Sign-ins"], /Compared with [^<]*/.exec(text)?.[0]]
    }
    expect(await seen("24h")).toEqual(["30 +25% (before: 24)", "Compared with the 24 hours before"])
    expect(await seen("7d")).toEqual(["54 +100% (before: 27)", "Compared with the 7 days before"])
    expect(await seen("30d")).toEqual(["81", undefined])
  })

  test("compares how many users were created", async () => {
    await register(newEmail())
    const created = async () => figuresOf((await (await signedIn(service())).get(instance)).text)["New users"] ?? ""
    const before = Number.parseInt(await created(), 10)
    service().advance(86_460_000)
    await register(newEmail())
    expect(await created()).toMatch(new RegExp(`^1 \\S+ \\(before: ${before}\\)$`))
  })
})
