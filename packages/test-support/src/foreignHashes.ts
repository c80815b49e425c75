/** Password hashes that other software made, with the passwords that they were made of. */

const horse = "correct horse battery stäple"
export const firebase = {
  salt: "42xEC+ixf3L2lw==",
  hash: "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==",
  separator: "Bw==",
  key: "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=="
}

export interface Vector {
  readonly what: string
  readonly text: string
  readonly right: string
  /** The stored form without salt and digest. */
  readonly scheme: string
}

const argon2Cost = "m=4096,t=3,p=1"
const argon2End = (variant: string, digest: string) => `$${variant}$v=19$${argon2Cost}$cmFuZG9tc2FsdGlzaGFyZA$${digest}`

/** Slow hashes, which are stored as they are. Each comment names the source. */
export const slow: ReadonlyArray<Vector> = [
  // zitadel/passwap, internal/testvalues, made with argon2(1), passlib and hashlib.
  {
    what: "Argon2id",
    text: argon2End("argon2id", "DYojYpnUWSMmTtrkVXyaNWVGxLmGe1n8VJBPDdFkbjU"),
    right: "password",
    scheme: `$latchkey$typed$argon2id$v=19$${argon2Cost}`
  },
  {
    what: "Argon2i",
    text: argon2End("argon2i", "YMvo8AUoNtnKYGqeODruCjHdiEbl1pKL2MsYy9VgU/E"),
    right: "password",
    scheme: `$argon2i$v=19$${argon2Cost}`
  },
  {
    what: "Argon2d",
    text: argon2End("argon2d", "CB0Du96aj3fQVcVSqb0LIA6Z6fpStjzjVkaC3RlpK9A"),
    right: "password",
    scheme: `$argon2d$v=19$${argon2Cost}`
  },
  {
    what: "PBKDF2 of passlib with SHA-1",
    text: "$pbkdf2$12$cmFuZG9tc2FsdGlzaGFyZA$mwUqsMixIYMc/0eN4v1.l3SVDpk",
    right: "password",
    scheme: "$pbkdf2-sha1$i=12,l=20"
  },
  {
    what: "PBKDF2 of passlib with SHA-256",
    text: "$pbkdf2-sha256$12$cmFuZG9tc2FsdGlzaGFyZA$OFvEcLOIPFd/oq8egf10i.qJLI7A8nDjPLnolCWarQY",
    right: "password",
    scheme: "$pbkdf2-sha256$i=12,l=32"
  },
  {
    what: "PBKDF2 of passlib with SHA-512",
    text:
      "$pbkdf2-sha512$12$cmFuZG9tc2FsdGlzaGFyZA$e297piXvkpYxoYQAWD9zn1aKXCo3XmR91Xn9/WEGsHXU/7xaQzCV9upu4T5Jntq6AiZ6" +
      "YX0diXnY7Ju5TEfUMA",
    right: "password",
    scheme: "$pbkdf2-sha512$i=12,l=64"
  },
  {
    what: "PBKDF2 in PHC form",
    text: "$pbkdf2-sha256$i=12,l=32$cmFuZG9tc2FsdGlzaGFyZA$OFvEcLOIPFd/oq8egf10i+qJLI7A8nDjPLnolCWarQY",
    right: "password",
    scheme: "$pbkdf2-sha256$i=12,l=32"
  },
  // The tests of Openwall's crypt_blowfish.
  {
    what: "bcrypt, $2a$",
    text: "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
    right: "U*U",
    scheme: "$2b$05"
  },
  {
    what: "bcrypt of a password of more than 72 bytes",
    text: "$2a$05$abcdefghijklmnopqrstuu5s2v8.iXieOjg/.AySBTTZIIVFJeBui",
    right: "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789chars after 72 are ignored",
    scheme: "$2b$05"
  },
  // Made with Django 3.2.25.
  {
    what: "bcrypt of Django",
    text: "bcrypt$$2b$05$qbCQBFBhZR8GLBkwGJRBAOTwKi8pIuUzM.K4fV2c4XV9GVcCBxXaK",
    right: horse,
    scheme: "$2b$05"
  },
  {
    what: "bcrypt over SHA-256 of Django",
    text: "bcrypt_sha256$$2b$05$10iyC.4e/E4WAqg9I0t.t.ezy.31vcVo/weeA.WDv9MFIbuZxbshO",
    right: horse,
    scheme: "$latchkey$sha256$2b$05"
  },
  {
    what: "PBKDF2 of Django with SHA-256",
    text: "pbkdf2_sha256$1000$seasalt1$JXR2/WF3Aq3h3lqnK4Fj5/10dGNAhWwdfFVtRKSYo54=",
    right: horse,
    scheme: "$pbkdf2-sha256$i=1000,l=32"
  },
  {
    what: "PBKDF2 of Django with SHA-1",
    text: "pbkdf2_sha1$1000$z9yGzGn105ajBEmahTB8Rf$MlZJgmqPs+lk0AMfA6Kb464vQO4=",
    right: horse,
    scheme: "$pbkdf2-sha1$i=1000,l=20"
  },
  {
    what: "Argon2id of Django",
    text: "argon2$argon2id$v=19$m=1024,t=1,p=2$TjBORE0xRlJhbVF5T1hs$jKs6No00q7bpUASZLKHmwA",
    right: horse,
    scheme: "$latchkey$typed$argon2id$v=19$m=1024,t=1,p=2"
  },
  // Django's own test, tests/auth_tests/test_hashers.py.
  {
    what: "scrypt of Django",
    text: "scrypt$16384$seasalt$8$1$Qj3+9PPyRjSJIebHnG81TMjsqtaIGxNQG/aEB/NYafTJ7tibgfYz71m0ldQESkXFRkdVCBhhY8mx7rQwite/Pw==",
    right: "lètmein",
    scheme: "$scrypt$ln=14,r=8,p=1"
  },
  // Made with Werkzeug 2.2.2; the one of scrypt as Werkzeug 3 does it, with Python's hashlib.
  {
    what: "PBKDF2 of Werkzeug with SHA-256",
    text: "pbkdf2:sha256:1000$9brnifLqpYl14dx5$e9a6ec88a6c126ba798662fbc04ca9990d7133b50c212af9294c73318ef43cf6",
    right: horse,
    scheme: "$pbkdf2-sha256$i=1000,l=32"
  },
  {
    what: "PBKDF2 of Werkzeug with SHA-512",
    text:
      "pbkdf2:sha512:5000$KtvEjdhI9PfxKsMD$90352cc8ff5925dcf8d14a53ca69aee29e5fdddf9b5f68053b60f93981d00f6d680c299bcb80" +
      "62aa8a7dcddaad2a71bb28879aa98ea7769ba0166412101cc12d",
    right: horse,
    scheme: "$pbkdf2-sha512$i=5000,l=64"
  },
  {
    what: "scrypt of Werkzeug",
    text:
      "scrypt:32768:8:1$kJ3yQ9mZx0Bv7LtE$f8eb2c6292ed19a17bfede7e922040eccc85071d350c326431cfbe8a863ecdd8d02ccb744fb8a50" +
      "f3f67cf01a5fbfd781026e6d5ecc5f13c96923e16a095639c",
    right: horse,
    scheme: "$scrypt$ln=15,r=8,p=1"
  },
  // Made with better-auth 1.7.25.
  {
    what: "scrypt of better-auth",
    text:
      "81b1737964a6b226ad3d9df3ef271139:155571db16a75b8fa564ec31dd19a622310dae62c84aa7daedf5b280f3ce4ca51e660bf737d541a9" +
      "8eb530e7516b126693972b663f4fc7ae7df1e5c7295af07e",
    right: horse,
    scheme: "$latchkey$nfkc$scrypt$ln=14,r=16,p=1"
  },
  {
    what: "scrypt of better-auth, of a password that NFKC changes",
    text:
      "17d52d7fbf31b423079e7e42e30c8bdf:857e98bd7a88774eb30de588dfcd91d8c26c6271547afc50325e79f50106d5bd2d828f16dfd17bc1" +
      "5a3cff2167faf4474bfeb5e0b0649d85dc2c68afb1a5663d",
    right: "ｆｕｌｌwidth ①",
    scheme: "$latchkey$nfkc$scrypt$ln=14,r=16,p=1"
  },
  // The sample of github.com/firebase/scrypt.
  {
    what: "Firebase, in the form of Supabase Auth",
    text: `$fbscrypt$v=1,n=14,r=8,p=1,ss=${firebase.separator},sk=${firebase.key}$${firebase.salt}$${firebase.hash}`,
    right: "user1password",
    scheme: "$fbscrypt$ln=14,r=8,p=1"
  },
  {
    what: "Firebase, in the form of Zitadel",
    text: `$firebasescrypt$ln=14,r=8$${firebase.salt}$${firebase.hash}$${firebase.separator}$${firebase.key}`,
    right: "user1password",
    scheme: "$fbscrypt$ln=14,r=8,p=1"
  }
]

const wrapped = (mark: string) => `$latchkey$${mark}$argon2id$v=19$m=19456,t=2,p=1`

/** Fast hashes, which are hashed again. */
export const fast: ReadonlyArray<Vector> = [
  // Made with Django 3.2.25.
  {
    what: "MD5 of Django",
    text: "md5$3tZB5XFdoIydaCM3YytqDw$e26b81ee49cdfc3565bc044bca8ab000",
    right: horse,
    scheme: wrapped("md5-salt-first")
  },
  {
    what: "SHA-1 of Django",
    text: "sha1$JOe5KHOUYSE3hD9dCVf3B8$7dd32a78de7cba631977474cca3ad09324634639",
    right: horse,
    scheme: wrapped("sha1-salt-first")
  },
  {
    what: "SHA-1 of Django without a salt",
    text: "sha1$$18b05744640237f098309183cdc9275a04ddacdd",
    right: horse,
    scheme: wrapped("sha1")
  },
  { what: "MD5", text: "12307c065041e1cd98dae8d2b5be878f", right: horse, scheme: wrapped("md5") },
  // FIPS 180-4's example, in upper case.
  {
    what: "SHA-256",
    text: "BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD",
    right: "abc",
    scheme: wrapped("sha256")
  },
  // zitadel/passwap, ssha/ssha_test.go.
  { what: "LDAP, SHA-1", text: "{SHA}zkbpMJnJm26pSNwLH8VN1EHqa/w=", right: "Test1000!", scheme: wrapped("sha1") },
  {
    what: "LDAP, salted SHA-1",
    text: "{SSHA}yxWZXy/5ITWPd3Lvedk7yUASFfBzYWx0",
    right: "Test1000!",
    scheme: wrapped("sha1-salt-last")
  },
  {
    what: "LDAP, salted SHA-256",
    text: "{SSHA256}U8KWFscrf6wlt6/Q9e0oQmeWFluqaqL0TbbO0EhZKL5zYWx0",
    right: "Test1000!",
    scheme: wrapped("sha256-salt-last")
  }
]

/** Slow hashes that take half a second: from zitadel/passwap, made with hashlib and passlib. */
export const slowest: ReadonlyArray<Vector> = [
  {
    what: "scrypt in PHC form",
    text: "$scrypt$ln=16,r=8,p=1$cmFuZG9tc2FsdGlzaGFyZA$Rh+NnJNo1I6nRwaNqbDm6kmADswD1+7FTKZ7Ln9D8nQ",
    right: "password",
    scheme: "$scrypt$ln=16,r=8,p=1"
  },
  {
    what: "bcrypt of passlib, $2y$ and cost 12",
    text: "$2y$12$hXUrnqdq1RIIYZ2HPytIIe5lXdIvbhqrTvdPsSF7o.jFh817Z6lwm",
    right: "password",
    scheme: "$2b$12"
  }
]
