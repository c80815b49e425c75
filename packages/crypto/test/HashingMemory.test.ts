import { assert, describe, it } from "@effect/vitest"
import * as HashingMemory from "@latchkey/crypto/HashingMemory"
import { PasswordScheme } from "@latchkey/domain/account/PasswordScheme"

const own = 19

describe("The memory of one verification", () => {
  it.each([
    ["Latchkey's own hashes", "$argon2id$v=19$m=19456,t=2,p=1", own],
    ["Argon2id of 256 MiB", "$argon2id$v=19$m=262144,t=3,p=1", 256],
    ["Argon2i", "$argon2i$v=19$m=65536,t=3,p=1", 64],
    ["a wrapped digest", "$latchkey$md5-salt-first$argon2id$v=19$m=47104,t=1,p=1", 46],
    ["scrypt", "$scrypt$ln=17,r=8,p=1", 128],
    ["scrypt with the most that is verified", "$scrypt$ln=17,r=16,p=1", 256],
    ["scrypt as better-auth uses it", "$latchkey$nfkc$scrypt$ln=14,r=16,p=1", 32],
    ["Firebase's scrypt", "$fbscrypt$ln=16,r=8,p=1", 64],
    ["bcrypt, which is never more than a new hash", "$2b$14", own],
    ["PBKDF2", "$pbkdf2-sha256$i=600000,l=32", own],
    ["a scheme that is not verified", "$scrypt$ln=20,r=8,p=1", own],
    ["no scheme", "plain", own]
  ])("of %s is known: %s", (_, scheme, mebibytes) => {
    assert.closeTo(HashingMemory.ofScheme(PasswordScheme.make(scheme)) / 1024 ** 2, mebibytes, 0.01)
  })
})
