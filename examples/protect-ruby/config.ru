# frozen_string_literal: true

# An app whose orders are for signed-in users.

require_relative "latchkey"

PLAIN = { "content-type" => "text/plain; charset=utf-8" }.freeze
PRIVATE = PLAIN.merge("cache-control" => "no-store").freeze

# region app
def orders(env)
  session = Latchkey.require_session(env)
  return [201, PRIVATE, ["Ordered."]] if env["REQUEST_METHOD"] == "POST"

  [200, PRIVATE, ["Orders of #{session["email"]}"]]
end

def sign_out(env)
  [303, { "location" => "/" }.merge(Latchkey.sign_out(env)), []]
end

app = lambda do |env|
  case [env["PATH_INFO"], env["REQUEST_METHOD"]]
  in ["/", _] then [200, PLAIN, ["This page is public."]]
  in ["/orders", _] then orders(env)
  in ["/sign-out", "POST"] then sign_out(env)
  else [404, PLAIN, ["Not found"]]
  end
rescue Latchkey::Refusal => e
  e.response
end
# endregion

run app
