import { defaultInstance, Instance } from "@latchkey/domain/instance/Instance"
import * as PublicUrls from "@latchkey/domain/instance/PublicUrls"

/** What would break out of every place of a page where text stands. */
export const hostile = `"><script>alert('1')</script>&<b x=`

export const urls = PublicUrls.make("https://auth.example.com:8443")

/** An instance with a page of its own, and with a listed origin on another port. */
export const acme = new Instance({
  ...defaultInstance,
  name: "Acme",
  hosts: ["login.acme.example"],
  origins: ["https://app.acme.example", "http://localhost:5173"],
  redirectUrl: "https://www.acme.example/welcome"
})
