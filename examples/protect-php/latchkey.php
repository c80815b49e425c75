<?php

/** Finds out who is signed in at Latchkey, by the cookies of a request. PHP 8.1 or newer, with `allow_url_fopen`. */

declare(strict_types=1);

namespace Latchkey;

function setting(string $name, string $fallback): string
{
    return rtrim(getenv($name) ?: $fallback, '/');
}

/** Where this server reaches Latchkey. */
function latchkeyUrl(): string
{
    return setting('LATCHKEY_URL', 'http://localhost:3000');
}

/** The public origin of this app. */
function appUrl(): string
{
    return setting('APP_URL', 'http://localhost:4000');
}

/** The reply to a refused request. */
final class Refusal extends \Exception
{
    public readonly string $body;

    /** @param list<string> $headers */
    public function __construct(
        public readonly int $status,
        string $code,
        string $detail,
        public readonly array $headers = []
    ) {
        parent::__construct($code);
        $this->body = json_encode(['code' => $code, 'detail' => $detail]);
    }

    public function send(): void
    {
        http_response_code($this->status);
        foreach (['Cache-Control: no-store', 'Content-Type: application/json', ...$this->headers] as $header) {
            header($header);
        }
        echo $this->body;
    }
}

/** Returns the refusal of an outage: the user may be signed in. */
function unavailable(string $reason): Refusal
{
    error_log('Latchkey: no usable reply from ' . latchkeyUrl() . ": $reason");
    return new Refusal(503, 'latchkey_unavailable', 'Latchkey cannot be reached. Try again.', ['Retry-After: 2']);
}

/**
 * Calls Latchkey, and follows no redirect. Throws an outage without JSON, or after two seconds of silence.
 *
 * @return array{int, array<string, mixed>, list<string>} status, body and headers
 */
function call(string $method, string $path, string $cookie): array
{
    $http = [
        'method' => $method,
        'header' => "Cookie: $cookie\r\nContent-Length: 0",
        'timeout' => 2,
        'follow_location' => 0,
        'ignore_errors' => true,
        'protocol_version' => 1.1,
    ];
    $stream = @fopen(latchkeyUrl() . $path, 'r', false, stream_context_create(['http' => $http]));
    if ($stream === false) {
        throw unavailable(error_get_last()['message'] ?? 'no reply');
    }
    $headers = stream_get_meta_data($stream)['wrapper_data'];
    $text = '';
    while (!feof($stream) && !stream_get_meta_data($stream)['timed_out']) {
        $text .= fread($stream, 65_536);
    }
    fclose($stream);
    $status = (int) (explode(' ', $headers[0])[1] ?? 0);
    $body = json_decode($text, true);
    return is_array($body) ? [$status, $body, $headers] : throw unavailable("status $status without JSON");
}

/**
 * Returns Latchkey's cookies of a request, and whether a session can have them. Two of one name are none.
 *
 * @return array{string, bool}
 */
function cookiesOf(array $server): array
{
    $pairs = array_map('trim', explode(';', $server['HTTP_COOKIE'] ?? ''));
    $pairs = preg_grep('/^(__Host-)?__(client|session)=/', $pairs);
    $names = array_unique(array_map(fn ($pair) => explode('=', $pair)[0], $pairs));
    $whole = preg_grep('/^[^=]+=[A-Za-z0-9_-]{43}$/D', $pairs);
    $isWhole = count($names) === count($pairs) && count($whole) === count($pairs);
    $hasBoth = fn ($prefix) => in_array("{$prefix}__client", $names) && in_array("{$prefix}__session", $names);
    return [implode('; ', $pairs), $isWhole && ($hasBoth('') || $hasBoth('__Host-'))];
}

/** Returns `true` if a page of another origin sends a request that may change something. */
function isCrossOrigin(array $server): bool
{
    if (in_array($server['REQUEST_METHOD'], ['GET', 'HEAD', 'OPTIONS'])) {
        return false;
    }
    $origin = $server['HTTP_ORIGIN'] ?? null;
    $site = $server['HTTP_SEC_FETCH_SITE'] ?? null;
    // A form of the app's own page sends "Origin: null" under "Referrer-Policy: no-referrer".
    if ($origin !== null && $origin !== 'null') {
        return $origin !== appUrl();
    }
    $isProgram = $origin === null && in_array($site, [null, 'none'], true);
    return $site !== 'same-origin' && !$isProgram;
}

function refuseCrossOrigin(array $server): void
{
    if (isCrossOrigin($server)) {
        $origin = json_encode($server['HTTP_ORIGIN'] ?? null);
        error_log("Latchkey: refused a page at $origin. This app's are at " . appUrl() . ' (APP_URL).');
        throw new Refusal(403, 'cross_origin_refused', 'A page of another origin cannot do this.');
    }
}

/**
 * Returns the session of a request, or `null` if the user has to go to the sign-in page. Throws `Refusal`.
 *
 * @param array<string, mixed> $server as `$_SERVER`
 */
function findSession(array $server): ?array
{
    [$cookie, $isSession] = cookiesOf($server);
    if (!$isSession) {
        return null;
    }
    refuseCrossOrigin($server);
    [$status, $body] = call('GET', '/v1/auth/session', $cookie);
    $isText = fn ($key) => is_string($body[$key] ?? null);
    if ($status === 200 && $isText('userId') && $isText('sessionId') && $isText('email')) {
        return $body;
    }
    // The sign-in page leads users who are signed in to the page that verifies their address.
    if (in_array([$status, $body['code'] ?? null], [[401, 'unauthenticated'], [403, 'email_not_verified']], true)) {
        return null;
    }
    throw unavailable("status $status");
}

/** Returns the session of a request. Throws `Refusal`: a page goes to the sign-in page, and a program gets 401. */
function requireSession(array $server): array
{
    $session = findSession($server);
    if ($session !== null) {
        return $session;
    }
    $isPage = $server['REQUEST_METHOD'] === 'GET'
        && str_contains($server['HTTP_ACCEPT'] ?? '', 'text/html')
        && ($server['HTTP_SEC_FETCH_MODE'] ?? 'navigate') === 'navigate';
    $location = $isPage ? ['Location: ' . signInUrl($server['REQUEST_URI'])] : [];
    throw new Refusal($isPage ? 303 : 401, 'sign_in_required', 'Sign in first.', $location);
}

/** Returns the URL of the sign-in page, which leads back to a path of this app, and to no other origin. */
function signInUrl(string $path): string
{
    $returnTo = str_starts_with($path, '/') ? appUrl() . $path : appUrl();
    return setting('LATCHKEY_PUBLIC_URL', latchkeyUrl()) . '/sign-in?return_to=' . rawurlencode($returnTo);
}

/** Revokes the session, and passes the `Set-Cookie` headers that clear its cookie on. Throws `Refusal`. */
function signOut(array $server): void
{
    refuseCrossOrigin($server);
    [$cookie] = cookiesOf($server);
    if ($cookie === '') {
        return;
    }
    [$status, $body, $headers] = call('POST', '/v1/auth/sign-out', $cookie);
    if ($status !== 200 || ($body['ok'] ?? null) !== true) {
        throw unavailable("status $status");
    }
    foreach (preg_grep('/^Set-Cookie:/i', $headers) as $header) {
        header($header, false);
    }
}
