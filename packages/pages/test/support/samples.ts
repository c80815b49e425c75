import { defaultInstance, Instance } from "@latchkey/domain/instance/Instance"
import * as BaseUrl from "@latchkey/http/core/BaseUrl"

/** Would break out of any place where a page shows text, if it were not escaped. */
export const hostile = `"><script>alert('1')</script>&<b x=`

export const urls = BaseUrl.make({ baseUrl: "https://auth.example.com:8443", prefix: "" })

/** An instance with a redirect URL, and with allowed origins, one of them on another port. */
export const acme = new Instance({
  ...defaultInstance,
  name: "Acme",
  hosts: ["login.acme.example"],
  origins: ["https://app.acme.example", "http://localhost:5173"],
  redirectUrl: "https://www.acme.example/welcome"
})
