# frozen_string_literal: true

require "json"
require "net/http"
require "timeout"
require "uri"

# Finds out who is signed in at Latchkey, by the cookies of a request. `env` is that of Rack. Standard library only.
module Latchkey
  # Where this server reaches Latchkey, where browsers reach it, and the public origin of this app.
  URL = ENV.fetch("LATCHKEY_URL", "http://localhost:3000").chomp("/")
  PUBLIC_URL = ENV.fetch("LATCHKEY_PUBLIC_URL", URL).chomp("/")
  APP_URL = ENV.fetch("APP_URL", "http://localhost:4000").chomp("/")

  # The reply to a refused request. `response` is that of a Rack app.
  class Refusal < StandardError
    attr_reader :response

    def initialize(status, code, detail, headers = {})
      super(code)
      headers = { "cache-control" => "no-store", "content-type" => "application/json" }.merge(headers)
      @response = [status, headers, [JSON.generate(code: code, detail: detail)]]
    end
  end

  module_function

  # Returns the refusal of an outage: the user may be signed in.
  def unavailable(reason)
    warn "Latchkey: no usable reply from #{URL}: #{reason}"
    Refusal.new(503, "latchkey_unavailable", "Latchkey cannot be reached. Try again.", "retry-after" => "2")
  end

  # Calls Latchkey, for at most two seconds, and follows no redirect. Raises an outage without JSON.
  def call(verb, path, cookie)
    uri = URI(URL + path)
    reply = Timeout.timeout(2) do
      Net::HTTP.start(uri.host, uri.port, nil, use_ssl: uri.scheme == "https", max_retries: 0) do |http|
        http.send_request(verb, uri.path, nil, "Cookie" => cookie)
      end
    end
    body = JSON.parse(reply.body.to_s)
    raise "status #{reply.code} without an object" unless body.is_a?(Hash)

    [reply.code.to_i, body, reply.get_fields("set-cookie") || []]
  rescue StandardError => e
    raise unavailable("#{e.class} #{e.message}")
  end

  # Returns Latchkey's cookies of a request, and whether a session can have them. Two of one name are none.
  def cookies_of(env)
    pairs = env.fetch("HTTP_COOKIE", "").split(";").map(&:strip).grep(/\A(__Host-)?__(client|session)=/)
    names = pairs.map { |pair| pair.split("=").first }
    is_whole = names.uniq == names && pairs.all?(/\A[^=]+=[A-Za-z0-9_-]{43}\z/)
    has_both = ["", "__Host-"].any? { |prefix| (%W[#{prefix}__client #{prefix}__session] - names).empty? }
    [pairs.join("; "), is_whole && has_both]
  end

  # Returns true if a page of another origin sends a request that may change something.
  def cross_origin?(env)
    return false if %w[GET HEAD OPTIONS].include?(env["REQUEST_METHOD"])

    origin, site = env.values_at("HTTP_ORIGIN", "HTTP_SEC_FETCH_SITE")
    # A form of the app's own page sends "Origin: null" under "Referrer-Policy: no-referrer".
    return origin != APP_URL unless [nil, "null"].include?(origin)

    is_program = origin.nil? && [nil, "none"].include?(site)
    site != "same-origin" && !is_program
  end

  def refuse_cross_origin(env)
    return unless cross_origin?(env)

    warn "Latchkey: refused a page at #{env["HTTP_ORIGIN"].inspect}. This app's are at #{APP_URL} (APP_URL)."
    raise Refusal.new(403, "cross_origin_refused", "A page of another origin cannot do this.")
  end

  # Returns the session of a request, or nil if the user has to go to the sign-in page. Raises Refusal.
  def find_session(env)
    cookie, is_session = cookies_of(env)
    return unless is_session

    refuse_cross_origin(env)
    status, body, = call("GET", "/v1/auth/session", cookie)
    return body if status == 200 && body.values_at("userId", "sessionId", "email").all?(String)
    # The sign-in page leads users who are signed in to the page that verifies their address.
    return if [[401, "unauthenticated"], [403, "email_not_verified"]].include?([status, body["code"]])

    raise unavailable("status #{status}")
  end

  # Returns the session of a request. Raises Refusal: a page goes to the sign-in page, and a program gets 401.
  def require_session(env)
    session = find_session(env)
    return session if session

    accept, mode = env.fetch("HTTP_ACCEPT", ""), env.fetch("HTTP_SEC_FETCH_MODE", "navigate")
    is_page = env["REQUEST_METHOD"] == "GET" && accept.include?("text/html") && mode == "navigate"
    headers = is_page ? { "location" => sign_in_url(path_of(env)) } : {}
    raise Refusal.new(is_page ? 303 : 401, "sign_in_required", "Sign in first.", headers)
  end

  # Returns the path of a request, with its query.
  def path_of(env)
    query = env["QUERY_STRING"].to_s
    env["SCRIPT_NAME"].to_s + env["PATH_INFO"].to_s + (query.empty? ? "" : "?#{query}")
  end

  # Returns the URL of the sign-in page, which leads back to a path of this app, and to no other origin.
  def sign_in_url(path)
    return_to = path.start_with?("/") ? APP_URL + path : APP_URL
    "#{PUBLIC_URL}/sign-in?#{URI.encode_www_form(return_to: return_to)}"
  end

  # Revokes the session. Returns the headers that clear its cookie: pass them on. Raises Refusal.
  def sign_out(env)
    refuse_cross_origin(env)
    cookie, = cookies_of(env)
    return {} if cookie.empty?

    status, body, set_cookies = call("POST", "/v1/auth/sign-out", cookie)
    raise unavailable("status #{status}") unless status == 200 && body["ok"] == true

    # Rack 2 takes several headers of one name as lines. Rack 3 takes an array.
    { "set-cookie" => set_cookies.join("\n") }
  end
end
