import { marker } from "./text.ts"

const signIn = "/v1/auth/sign-in/email-password"
const host = "Host: 127.0.0.1\r\n"
const type = "Content-Type: application/json\r\n"
const smuggled = `GET /health/live HTTP/1.1\r\n${host}X-${marker}: smuggled\r\n\r\n`
const session = "/v1/auth/session"
const close = "Connection: close\r\n"
const post = (headers: string, body = "") => `POST ${signIn} HTTP/1.1\r\n${host}${type}${headers}\r\n${body}`
const get = (headers: string) => `GET /health/live HTTP/1.1\r\n${host}${headers}\r\n`

/** Bytes that no server may accept as a request, or as several. They get one response with this status. */
export const malformed: ReadonlyArray<readonly [name: string, bytes: string, status: number]> = [
  ["another protocol", `SSH-2.0-${marker}\r\n`, 400],
  ["TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400],
  ["HTTP/2 without an upgrade", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400],
  ["version 9.9", `GET / HTTP/9.9\r\n${host}\r\n`, 400],
  ["an unknown method", `${marker} / HTTP/1.1\r\n${host}\r\n`, 400],
  ["a method in lower case", `get / HTTP/1.1\r\n${host}\r\n`, 400],
  ["a space in the target", `GET /a ${marker} HTTP/1.1\r\n${host}\r\n`, 400],
  ["NUL in the target", `GET /\x00 HTTP/1.1\r\n${host}\r\n`, 400],
  ["two hosts", post(`Host: ${marker}\r\n${close}`), 400],
  ["a space in the host", `GET ${session} HTTP/1.1\r\nHost: a ${marker}\r\n${close}\r\n`, 400],
  ["user information in the host", `GET ${session} HTTP/1.1\r\nHost: ${marker}@a\r\n${close}\r\n`, 400],
  ["no ASCII in the host", `GET ${session} HTTP/1.1\r\nHost: \xff${marker}\r\n${close}\r\n`, 400],
  ["a header without a name", get(`: ${marker}\r\n`), 400],
  ["a space before the colon", get(`X-A : ${marker}\r\n`), 400],
  ["NUL in a header", get(`X-A: ${marker}\x00\r\n`), 400],
  ["a bare CR in a header", get(`X-A: a\rX-B: ${marker}\r\n`), 400],
  ["a first header that is folded", `GET / HTTP/1.1\r\n ${host}\r\n`, 400],
  ["a head of 20 KiB", get(`X-A: ${"a".repeat(20 * 1024)}\r\n`), 431],
  ["a target of 20 KiB", `GET /${"a".repeat(20 * 1024)} HTTP/1.1\r\n${host}\r\n`, 431],
  ["3,000 headers", get(`X-A: ${marker}\r\n`.repeat(3_000)), 431],
  ["a length and chunks", post("Content-Length: 4\r\nTransfer-Encoding: chunked\r\n", `0\r\n\r\n${smuggled}`), 400],
  ["chunks and a length", post("Transfer-Encoding: chunked\r\nContent-Length: 4\r\n", `0\r\n\r\n${smuggled}`), 400],
  ["two lengths", post("Content-Length: 0\r\nContent-Length: 9\r\n", smuggled), 400],
  ["a list of lengths", post("Content-Length: 0, 9\r\n", smuggled), 400],
  ["a negative length", post("Content-Length: -1\r\n", smuggled), 400],
  ["a length with a sign", post("Content-Length: +0\r\n", smuggled), 400],
  ["a length in hexadecimal", post("Content-Length: 0x0\r\n", smuggled), 400],
  ["a length that overflows", post("Content-Length: 18446744073709551616\r\n", smuggled), 400],
  ["chunks that are not last", post("Transfer-Encoding: chunked, identity\r\n", `0\r\n\r\n${smuggled}`), 400],
  ["chunks in another spelling", post("Transfer-Encoding: xchunked\r\n", `0\r\n\r\n${smuggled}`), 400],
  ["chunks behind a vertical tab", post("Transfer-Encoding:\x0bchunked\r\n", `0\r\n\r\n${smuggled}`), 400],
  ["a chunk without a length", post("Transfer-Encoding: chunked\r\n", `\r\n\r\n${smuggled}`), 400],
  ["a chunk of negative length", post("Transfer-Encoding: chunked\r\n", `-1\r\n${smuggled}`), 400],
  ["a chunk whose length overflows", post("Transfer-Encoding: chunked\r\n", `${"f".repeat(17)}\r\n${smuggled}`), 400],
  [
    "a chunk that is longer than it says",
    post("Transfer-Encoding: chunked\r\n", `1\r\nabc\r\n0\r\n\r\n${smuggled}`),
    400
  ],
  ["chunk extensions without end", post("Transfer-Encoding: chunked\r\n", `1;${"a".repeat(70_000)}\r\n`), 400]
]

/** Requests that end early. Node waits for the rest until the timeout. */
export const unfinished: ReadonlyArray<readonly [name: string, bytes: string]> = [
  ["no byte", ""],
  ["half a request line", "GET /hea"],
  ["half a header", `GET /health/live HTTP/1.1\r\n${host}X-A: ${marker}`],
  ["no end of the head", `GET /health/live HTTP/1.1\r\n${host}`],
  ["no body", post("Content-Length: 40\r\n")],
  ["half a body", post("Content-Length: 40\r\n", `{"email":"${marker}`)],
  ["half a chunk", post("Transfer-Encoding: chunked\r\n", `ff\r\n{"email":"${marker}`)],
  ["no last chunk", post("Transfer-Encoding: chunked\r\n", "2\r\n{}\r\n")]
]

/** Parts of random requests. */
export const parts = {
  lines: [
    "GET /health/live HTTP/1.1",
    "GET /v1/auth/session HTTP/1.1",
    `POST ${signIn} HTTP/1.1`,
    `GET /v1/auth/magic-link/verify?token=${marker} HTTP/1.0`,
    `DELETE http://${marker}.example/%zz HTTP/1.1`,
    `OPTIONS * HTTP/1.1`,
    `CONNECT ${marker}.example:443 HTTP/1.1`,
    `HEAD //${marker}/.. HTTP/1.1`,
    `GET \\${marker} HTTP/1.1`,
    `GET  / HTTP/1.1`,
    "POST / HTTP/0.9",
    ""
  ],
  headers: [
    "Host: 127.0.0.1",
    `Host: ${marker}`,
    "Host: acme.example.",
    `Host: ${marker}@a b`,
    "Host: %61.example%2e:80",
    "Host:",
    "Content-Type: application/json",
    "Content-Length: 2",
    "Content-Length: 2, 2",
    "Content-Length: 99999999999",
    "Transfer-Encoding: chunked",
    "Transfer-Encoding: gzip, chunked",
    "Connection: close",
    "Connection: upgrade\r\nUpgrade: websocket",
    "Connection: upgrade, http2-settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQ",
    "Expect: 100-continue",
    `Expect: ${marker}`,
    `X-Folded: a\r\n ${marker}`,
    `X-Long: ${marker.repeat(900)}`,
    `Cookie: __session=${marker}\x80\xff`,
    `X-${marker}`,
    "Trailer: X-A"
  ],
  bodies: [
    "",
    "{}",
    "2\r\n{}\r\n0\r\n\r\n",
    `2;${marker}\r\n{}\r\n0\r\nX-A: ${marker}\r\n\r\n`,
    "zz\r\n",
    "\x00\xff\xfe",
    smuggled
  ]
} as const
