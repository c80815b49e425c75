<?php

/** An app whose orders are for signed-in users. */

declare(strict_types=1);

require __DIR__ . '/latchkey.php';

$path = strtok($_SERVER['REQUEST_URI'], '?');
$isPost = $_SERVER['REQUEST_METHOD'] === 'POST';

// region app
try {
    header('Content-Type: text/plain; charset=utf-8');
    if ($path === '/orders') {
        $session = Latchkey\requireSession($_SERVER);
        header('Cache-Control: no-store');
        http_response_code($isPost ? 201 : 200);
        echo $isPost ? 'Ordered.' : "Orders of {$session['email']}";
    } elseif ($path === '/sign-out' && $isPost) {
        Latchkey\signOut($_SERVER);
        header('Location: /', true, 303);
    } else {
        http_response_code($path === '/' ? 200 : 404);
        echo $path === '/' ? 'This page is public.' : 'Not found';
    }
} catch (Latchkey\Refusal $refusal) {
    $refusal->send();
}
// endregion
