/**
 * That the deletion of a user leaves no address in any store, whatever the user has typed; and the download before it.
 */
import {
  changeEmail,
  confirmEmail,
  deleteAccount,
  exportAccount,
  forgotPassword,
  password,
  requestLink,
  signIn,
  signUp
} from "@latchkey/test-support/contract"
import { defaultId } from "@latchkey/domain/instance/Instance"
import * as Memory from "@latchkey/memory/Memory"
import * as MemoryDatabase from "@latchkey/memory/MemoryDatabase"
import * as Postgres from "@latchkey/postgres/Postgres"
import { databases } from "@latchkey/test-support/postgres/databases"
import { type Service, startService } from "@latchkey/test-support/Service"
import * as StoredContents from "@latchkey/test-support/StoredContents"
import { withoutArgon2 } from "@latchkey/test-support/withoutArgon2"
import * as Layer from "effect/Layer"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"

const stores = [
  {
    name: "memory",
    open: () => StoredContents.readable(Layer.merge(Memory.layer, MemoryDatabase.layer), StoredContents.inMemory)
  },
  ...databases().map(({ migrated, name }) => ({
    name,
    open: () => StoredContents.readable(Layer.provideMerge(Postgres.layer, migrated), StoredContents.inPostgres)
  }))
]

const tokenIn = (link: string) => new URL(link, "http://localhost").searchParams.get("token") ?? ""

/** Every address that the user types. Each name is in no other one. */
const typed = {
  mistyped: "quentin+typo@exmaple.com",
  first: "quentin.first@gmail.com",
  second: "q.second@example.com",
  unconfirmed: "unconfirmed@example.net",
  queued: "not-sent-yet@example.net"
}

describe.each(stores)("The erasure of a user on $name", ({ open }) => {
  let service: Service
  const { contents, storage } = open()
  beforeAll(async () => {
    service = await startService({ ...withoutArgon2, storage })
    await service.instances(({ update }) => update(defaultId, { accountConfig: { deletionGraceDays: 0 } }))
  })
  afterAll(() => service.stop())
  beforeEach(() => service.advance(3_600_000))

  /** Returns the tables with one of the texts in a row, with nothing redacted. */
  const tablesWith = async (texts: ReadonlyArray<string>) =>
    Object.entries(await contents())
      .filter(([, rows]) => rows.some((row) => texts.some((text) => row.toLowerCase().includes(text))))
      .map(([name]) => name)
      .sort()

  const change = async (browser: ReturnType<Service["browser"]>, email: string) => {
    expect((await browser.post(changeEmail, { email, currentPassword: password })).status).toBe(200)
    const token = tokenIn(await service.lastEmailChange(email))
    expect((await browser.post(confirmEmail, { token })).status).toBe(200)
  }

  test("leaves no address that the user has typed in any row, and the download had all of them before", async () => {
    const browser = service.browser()
    await browser.post(signUp, { email: typed.mistyped, password })
    await browser.post(requestLink, { email: typed.mistyped })
    await service.deliver()
    await change(browser, typed.first)
    await service.browser().post(signIn, { email: typed.first, password: "a wrong guess" })
    await service.browser().post(forgotPassword, { email: typed.first })
    await service.deliver()
    await change(browser, typed.second)
    await browser.post(requestLink, { email: typed.second })
    await browser.post(changeEmail, { email: typed.unconfirmed, currentPassword: password })
    await service.deliver()
    await browser.post(changeEmail, { email: typed.queued, currentPassword: password })
    expect(await tablesWith([typed.unconfirmed])).toEqual(["email_deliveries", "magic_links"])
    expect(await tablesWith([typed.queued])).toEqual(["queued_emails"])

    const again = service.browser()
    await again.post(signIn, { email: typed.second, password })
    const download = await again.get(exportAccount)
    expect(download.status).toBe(200)
    for (const email of [typed.first, typed.second, typed.unconfirmed, typed.queued]) {
      expect(download.text).toContain(email)
    }
    const ofUser = Object.values(typed)
    expect(await tablesWith(ofUser)).toContain("email_deliveries")

    expect((await again.post(deleteAccount, { currentPassword: password })).json["deleted"]).toBe(true)
    expect(await tablesWith([...ofUser, "quentin", "q.second", "unconfirmed", "not-sent"])).toEqual([])
    // What guards a mailbox goes on: see decision 0068.
    expect((await contents())["rate_limits"]).not.toEqual([])
  })
})
