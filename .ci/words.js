/**
 * `node .ci/words.js [file…]`: finds words that the project does not use, in the given files or in the whole repository.
 * Prints `file:line: word - reason - use instead`, and exits with 1 if it found any.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))

/**
 * - `words`: what to find.
 * - `scope`: `all` finds it everywhere. `prose` finds it in comments, in texts of at least two words (messages, pages and
 *   test titles), and in documents outside of code.
 *
 * @typedef {{ words: RegExp, scope: "all" | "prose", reason: string, instead: string }} Rule
 */

const renamed = "was renamed"
const unclear = "does not say who acts"

/** @type {ReadonlyArray<Rule>} */
const rules = [
  // Former names.
  { words: /\w*giveBack\w*/i, scope: "all", reason: renamed, instead: "refund" },
  {
    words: /(?<=\.|\{ )admit\b|\badmit\(|\bis_?admitted\b/i,
    scope: "all",
    reason: renamed,
    instead: "consume, allowed"
  },
  { words: /\w*signOutEverywhere\w*/i, scope: "all", reason: renamed, instead: "signOutAll" },
  { words: /\b\w+PerAddress\b/, scope: "all", reason: "it is an IP address", instead: "…PerIp" },
  { words: /\bisOver\b/, scope: "all", reason: "does not say what ends", instead: "isExpired, isStopped" },
  { words: /\bcredential(s)?[ _]?epochs?\b/i, scope: "all", reason: renamed, instead: "credential version" },
  { words: /\b\w*wish(es)?(?![a-z])\w*/i, scope: "all", reason: renamed, instead: "magic link request" },
  { words: /\bhousekeep\w*/i, scope: "all", reason: renamed, instead: "cleanup job" },
  { words: /\b\w*swe(ep|pt)s?(?![a-z])\w*/i, scope: "all", reason: renamed, instead: "cleanup job, deleteExpired" },
  { words: /\b(un)?proven\b|\bproveEmail\b|\bProvenUsers\b/i, scope: "all", reason: renamed, instead: "verified" },
  {
    words: /\bLiveSession\b|\bfindLive\b|\blive sessions?\b/i,
    scope: "all",
    reason: renamed,
    instead: "active session"
  },
  { words: /\bSessionView\b|\bOwnSessions?\b/, scope: "all", reason: renamed, instead: "SessionSummary" },
  { words: /\bend(Others|All|ById)\b/, scope: "all", reason: renamed, instead: "revoke…" },
  { words: /\brunAlone\b/, scope: "all", reason: renamed, instead: "runExclusive" },
  {
    words: /\bSecrets\.make\b|\b((parse|Node|Memory)Secrets?|[sS]ecretHash|secret_hash)\b/,
    scope: "all",
    reason: renamed,
    instead: "token"
  },
  { words: /\b(Node|Memory)?Identifiers\b(?=\.| from|")/, scope: "all", reason: renamed, instead: "IdGenerator" },
  { words: /\bearlierParameters\b/, scope: "all", reason: renamed, instead: "legacyParameters" },
  {
    words: /\brate_windows\b|\bmagic_link_mails\b|\blatchkey_mails?_\w+/,
    scope: "all",
    reason: renamed,
    instead: "rate_limits, email_deliveries, latchkey_email…"
  },

  // Words.
  { words: /\bwhoever\b/i, scope: "prose", reason: unclear, instead: "the user, the operator, an attacker" },
  {
    words: /\b(some|no|any|every)body\b(?![@"'`])/i,
    scope: "prose",
    reason: unclear,
    instead: "the user, an attacker, anyone"
  },
  { words: /\b(he|his|himself|she|herself)\b/i, scope: "prose", reason: "is not the user", instead: "they" },
  { words: /\bstrangers?\b/i, scope: "prose", reason: unclear, instead: "attacker, other client" },
  {
    words: /(?<=^\s*(\/\*)?\*+ )Answers\b|\band answers (the|a|an|how|what|whether)\b/,
    scope: "prose",
    reason: "functions return",
    instead: "Returns"
  },
  {
    words: /\b([Ee]-)?[Mm]ails\b|\b(a|an|one|each|every|this) mail\b(?! (provider|server|client|folder|program))/,
    scope: "prose",
    reason: "a message is an email",
    instead: "email, emails"
  },
  {
    words: /\bsign(s|ed|ing)?[- ]in by (a |the |magic )?(link|password|passkey)/i,
    scope: "prose",
    reason: "users sign in with something",
    instead: "with"
  },
  { words: /\b(rate )?budgets?\b/i, scope: "prose", reason: renamed, instead: "limit, rate limit" },
  {
    words: /\bforeign (origin|site|page|request)s?\b/i,
    scope: "prose",
    reason: renamed,
    instead: "cross-origin, another origin"
  },
  {
    words: /\b(link|session|window|token|invitation|lifetime)s? (is|are|was|were) over\b/i,
    scope: "prose",
    reason: renamed,
    instead: "expired"
  },
  { words: /\banew\b/i, scope: "prose", reason: "is bookish", instead: "again, from scratch" },
  {
    words: /\bof (its|their|one's) own\b(?! \w)/i,
    scope: "prose",
    reason: "comes late, after its noun",
    instead: "its own …, their own …, separate"
  },
  {
    words: /\b(browsers? (that )?it knows|known browsers?|browser that asked)\b/i,
    scope: "prose",
    reason: renamed,
    instead: "known client, recognized device"
  }
]

/**
 * Where a rule does not apply, and why.
 *
 * @type {ReadonlyArray<{ path: RegExp, words: RegExp, reason: string }>}
 */
const exceptions = [
  { path: /^docs\/decisions/, words: /./, reason: "Decision records keep the words of their time." },
  { path: /^test\/words\.test\.ts$/, words: /./, reason: "The examples of this check." },
  {
    path: /^packages\/(pages\/src\/.*Texts\.ts$|(pages\/src\/.*texts|client\/src\/messages)\/(?!en\b))/,
    words: /^e-mails$/i,
    reason: "It is the word of other languages."
  },
  {
    path: /^packages\/test-support\/src\/postgres\/account\.ts$/,
    words: /^nobody$/,
    reason: "The name of a Unix account."
  }
]

/** What is checked without arguments. */
const folders = ["packages", "docs", "test", "examples", "bench", "deploy"]

const filesIn = (/** @type {string} */ folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(ts|js|md)$/.test(name) && !/(^|\/)(node_modules|dist|cjs|reference)\//.test(name))
    .map((name) => join(folder, name))

const allFiles = () => [...readdirSync(root).filter((name) => name.endsWith(".md")), ...folders.flatMap(filesIn)]

/** Returns the prose of each line of a document: everything but code. */
const proseOfDocument = (/** @type {ReadonlyArray<string>} */ lines) => {
  let isCode = false
  return lines.map((line) => {
    if (/^\s*```/.test(line)) {
      isCode = !isCode
      return ""
    }
    return isCode ? "" : line.replace(/`[^`]*`|\]\([^)]*\)/g, "")
  })
}

/** Returns the prose of each line of code: comments, and texts of at least two words. */
const proseOfCode = (/** @type {ReadonlyArray<string>} */ lines) => {
  let isComment = false
  return lines.map((line) => {
    const begins = isComment || /^\s*\/\*/.test(line)
    isComment = begins && !line.includes("*/")
    if (begins) return line
    const [, comment = ""] = /(?:^|\s)\/\/\s(.*)$/.exec(line) ?? []
    const texts = [...line.matchAll(/"((?:[^"\\]|\\.)*)"|`([^`]*)`/g)].map(
      ([, text, template]) => text ?? template ?? ""
    )
    return [comment, ...texts.filter((text) => /\w \w/.test(text))].join(" ")
  })
}

/** Returns the findings in a text. */
const check = (/** @type {string} */ path, /** @type {string} */ text) => {
  const lines = text.split("\n")
  const prose = path.endsWith(".md") ? proseOfDocument(lines) : proseOfCode(lines)
  return lines.flatMap((line, index) =>
    rules.flatMap(({ instead, reason, scope, words }) => {
      const [word] = words.exec(scope === "all" ? line : (prose[index] ?? "")) ?? []
      const isException = word === undefined || exceptions.some((one) => one.path.test(path) && one.words.test(word))
      return isException ? [] : [`${path}:${index + 1}: ${word} - ${reason} - use ${instead}`]
    })
  )
}

const given = process.argv.slice(2).map((path) => relative(root, path))
const findings = (given.length > 0 ? given : allFiles()).flatMap((path) =>
  check(path, readFileSync(join(root, path), "utf8"))
)
for (const finding of findings) process.stdout.write(`${finding}\n`)
if (findings.length > 0) process.exitCode = 1
