/** The records of other systems, as their exports have them, and the records of Latchkey that they become. */

/** A record as JSON, unchecked. */
export type Source = Readonly<Record<string, unknown>>

/** Where the users come from. The pages in docs/migrate say how to export them. */
export const sources = ["latchkey", "better-auth", "clerk", "auth0", "supabase", "firebase", "django"] as const
/** The name of a system. */
export type SourceName = (typeof sources)[number]

/** Returns `undefined` for a text that is empty, which stands for a missing value in exports. */
const present = (value: unknown): unknown => (value === "" || value === null ? undefined : value)

/** Databases such as SQLite write numbers for booleans. */
const flag = (value: unknown): unknown => (value === 1 ? true : value === 0 ? false : (present(value) ?? false))

const idOf = (value: unknown): unknown => (typeof value === "number" ? String(value) : present(value))

const isRecord = (value: unknown): value is Source =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const record = (value: unknown): Source => (isRecord(value) ? value : {})

/** A number below is a time in seconds, and one above in milliseconds: in seconds it is the year 5138. */
const maxSeconds = 1e11

/** Returns a number as ISO 8601, and anything else as it is: what is no time is refused later. */
const timeOf = (value: unknown): unknown => {
  const number = typeof value === "string" && /^\d{9,15}$/.test(value) ? Number(value) : value
  if (typeof number !== "number") return present(value)
  const millis = number < maxSeconds ? number * 1000 : number
  return Math.abs(millis) <= 8.64e15 ? new Date(millis).toISOString() : value
}

/** The issuers of providers whose users have the same id here as there. Those of Microsoft depend on the tenant. */
const issuers: Readonly<Record<string, string>> = {
  "apple.com": "https://appleid.apple.com",
  apple: "https://appleid.apple.com",
  github: "https://github.com",
  "github.com": "https://github.com",
  google: "https://accounts.google.com",
  "google-oauth2": "https://accounts.google.com",
  "google.com": "https://accounts.google.com"
}

/** Returns the accounts at known providers, and `undefined` if there are none. */
const identitiesIn = (list: unknown, names: { readonly provider: string; readonly subject: string }): unknown => {
  const known = (Array.isArray(list) ? list.map(record) : []).flatMap((one) => {
    const issuer = Object.hasOwn(issuers, String(one[names.provider]))
      ? issuers[String(one[names.provider])]
      : undefined
    const subject = idOf(one[names.subject])
    return issuer === undefined || subject === undefined ? [] : [{ issuer, subject, label: present(one["email"]) }]
  })
  return known.length === 0 ? undefined : known
}

const betterAuth = ({ accounts, banned, createdAt, email, emailVerified, id, password }: Source) => ({
  email,
  emailVerified: flag(emailVerified),
  externalId: idOf(id),
  passwordHash: present(password),
  disabled: flag(banned),
  createdAt: timeOf(createdAt),
  identities: identitiesIn(accounts, { provider: "providerId", subject: "accountId" })
})

const isListed = (list: unknown, email: unknown): boolean =>
  typeof list === "string" &&
  typeof email === "string" &&
  list.split(/[\s,;|]+/).some((listed) => listed.toLowerCase() === email.toLowerCase())

const clerk = (user: Source) => ({
  email: present(user["primary_email_address"]),
  emailVerified: isListed(user["verified_email_addresses"], user["primary_email_address"]),
  externalId: idOf(user["id"]),
  passwordHash: present(user["password_digest"]),
  createdAt: timeOf(user["created_at"])
})

/** The export of password hashes has the parts of the id, and perhaps the address among others. */
const auth0 = (user: Source) => {
  const identifiers = Array.isArray(user["identifiers"]) ? user["identifiers"].map(record) : []
  const email = present(user["email"])
  const isSame = ({ type, value }: Source) => type === "email" && (email === undefined || value === email)
  const identifier = identifiers.find(isSame) ?? {}
  const ownId = present(user["alt_id"]) ?? record(user["_id"])["$oid"]
  return {
    email: email ?? identifier["value"],
    emailVerified: flag(user["email_verified"] ?? identifier["verified"]),
    externalId: user["user_id"] ?? (typeof ownId === "string" ? `auth0|${ownId}` : undefined),
    passwordHash: present(user["passwordHash"]),
    disabled: flag(user["blocked"]),
    createdAt: timeOf(user["created_at"]),
    identities: identitiesIn(user["identities"], { provider: "provider", subject: "user_id" })
  }
}

const isFuture = (value: unknown): boolean =>
  value === "infinity" || (typeof value === "string" && Date.parse(value) > Date.now())

const supabase = (user: Source) => ({
  email: present(user["email"]),
  emailVerified: present(user["email_confirmed_at"]) !== undefined,
  externalId: idOf(user["id"]),
  passwordHash: present(user["encrypted_password"]),
  disabled: isFuture(user["banned_until"]),
  createdAt: timeOf(user["created_at"]),
  identities: identitiesIn(user["identities"], { provider: "provider", subject: "provider_id" })
})

const firebase = ({ createdAt, disabled, email, emailVerified, localId, passwordHash, providerUserInfo }: Source) => ({
  email,
  emailVerified: flag(emailVerified),
  externalId: idOf(localId),
  passwordHash: present(passwordHash),
  disabled: flag(disabled),
  createdAt: timeOf(createdAt),
  identities: identitiesIn(providerUserInfo, { provider: "providerId", subject: "rawId" })
})

/** Django writes an exclamation mark for a password that cannot be used, and does not know verified addresses. */
const django = ({ emailVerified, fields, pk }: Source) => {
  const user = record(fields)
  const password = present(user["password"])
  return {
    email: present(user["email"]),
    emailVerified: flag(emailVerified),
    externalId: idOf(pk),
    passwordHash: typeof password === "string" && password.startsWith("!") ? undefined : password,
    disabled: user["is_active"] === false,
    createdAt: timeOf(user["date_joined"])
  }
}

const mappings: Readonly<Record<SourceName, (source: Source) => Source>> = {
  latchkey: (source) => source,
  "better-auth": betterAuth,
  clerk,
  auth0,
  supabase,
  firebase,
  django
}

/** A CSV may begin with a byte order mark, which a converter takes for the beginning of the first name. */
const unmarked = (source: Source): Source =>
  Object.keys(source).some((key) => key.startsWith("\ufeff"))
    ? Object.fromEntries(Object.entries(source).map(([key, value]) => [key.replace(/^\ufeff/, ""), value]))
    : source

/** Returns the record to import, without what is missing. `undefined` for what is not a JSON object. */
export const toRecord = (name: SourceName, value: unknown): Source | undefined =>
  isRecord(value)
    ? Object.fromEntries(Object.entries(mappings[name](unmarked(value))).filter(([, field]) => field !== undefined))
    : undefined
