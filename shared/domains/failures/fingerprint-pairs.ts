/** Reasons as they occur: of each pair, whether both are one failure. */
type Pair = readonly [one: string, other: string]

export const joining: readonly Pair[] = [
  // Java and the JVM
  [
    'java.net.ConnectException: Connection refused: db-1/10.0.3.17:5432',
    'java.net.ConnectException: Connection refused: db-2/10.0.3.18:5432',
  ],
  [
    'java.lang.NullPointerException: Cannot invoke "String.length()" because "<local1>" is null',
    'java.lang.NullPointerException: Cannot invoke "Order.total()" because "<local4>" is null',
  ],
  [
    'java.lang.IllegalStateException: Order 18231 is not open',
    'java.lang.IllegalStateException: Order 992 is not open',
  ],
  [
    'java.util.concurrent.TimeoutException: Did not observe any item or terminal signal within 3000ms in retry',
    'java.util.concurrent.TimeoutException: Did not observe any item or terminal signal within 10000ms in retry',
  ],
  [
    'com.acme.Task@1f32e575 rejected from java.util.concurrent.ThreadPoolExecutor@279f327e[Running, pool size = 4]',
    'com.acme.Task@5e2de80c rejected from java.util.concurrent.ThreadPoolExecutor@1d44bcb4[Running, pool size = 8]',
  ],
  ['Could not open file /var/lib/jobs/1f3a/in.csv', 'Could not open file /srv/data/export/out.csv'],
  [
    'HikariPool-1 - Connection is not available, request timed out after 30001ms.',
    'HikariPool-2 - Connection is not available, request timed out after 30000ms.',
  ],
  [
    'java.lang.OutOfMemoryError: Java heap space\n\tat java.util.Arrays.copyOf(Arrays.java:3332)',
    'java.lang.OutOfMemoryError: Java heap space\n\tat com.acme.Loader.load(Loader.java:17)',
  ],
  // Python
  ["KeyError: 'customer_id'", "KeyError: 'order_id'"],
  [
    "FileNotFoundError: [Errno 2] No such file or directory: '/tmp/a.csv'",
    "FileNotFoundError: [Errno 2] No such file or directory: '/tmp/run-17/b.csv'",
  ],
  [
    'Traceback (most recent call last):\n  File "/app/main.py", line 12, in run\n    pay(order)\nValueError: amount 12.50 is negative',
    'Traceback (most recent call last):\n  File "/srv/job.py", line 99, in go\n    other()\nValueError: amount 7 is negative',
  ],
  [
    "ValueError: time data '2024-05-01' does not match format '%Y-%m-%dT%H'",
    "ValueError: time data '12/31/2023' does not match format '%d.%m.%Y'",
  ],
  [
    "HTTPSConnectionPool(host='api.acme.io', port=443): Read timed out. (read timeout=10)",
    "HTTPSConnectionPool(host='eu.acme.io', port=8443): Read timed out. (read timeout=30)",
  ],
  [
    '<Future at 0x7f2a3c01d5b0 state=cancelled> was cancelled',
    '<Future at 0x7ffd9a22c010 state=cancelled> was cancelled',
  ],
  [
    'requests.exceptions.HTTPError: 404 Client Error: Not Found for url: https://api.acme.io/v1/orders/17',
    'requests.exceptions.HTTPError: 404 Client Error: Not Found for url: https://api.acme.io/v1/orders/18?page=2',
  ],
  [
    'MemoryError: Unable to allocate 3.55 GiB for an array with shape (61238, 7790) and data type float64',
    'MemoryError: Unable to allocate 12 GiB for an array with shape (99, 812345) and data type float64',
  ],
  // Node
  ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED 10.2.0.9:6379'],
  ['getaddrinfo ENOTFOUND redis-master', 'getaddrinfo ENOTFOUND postgres'],
  ['getaddrinfo ENOTFOUND api.acme.io', 'getaddrinfo ENOTFOUND db.internal'],
  [
    "Cannot read properties of undefined (reading 'id')",
    "Cannot read properties of undefined (reading 'total')",
  ],
  ["Cannot find module '/app/dist/pay.js'", "Cannot find module 'lodash'"],
  ['Unexpected token } in JSON at position 17', 'Unexpected token } in JSON at position 20441'],
  ['Request failed with status code 503', 'Request failed with status code 503'],
  [
    "ENOENT: no such file or directory, open '/data/1.json'",
    "ENOENT: no such file or directory, open '/data/b/2.json'",
  ],
  ['timeout of 5000ms exceeded', 'timeout of 30000ms exceeded'],
  [
    'Error: boom\n    at run (/app/a.js:10:5)\n    at main (/app/b.js:1:1)',
    'Error: boom\n    at walk (file:///srv/c.mjs:99:17)',
  ],
  // Go
  [
    'dial tcp 10.0.0.5:5432: connect: connection refused',
    'dial tcp 10.0.0.6:5433: connect: connection refused',
  ],
  [
    'dial tcp: lookup redis on 10.96.0.10:53: no such host',
    'dial tcp: lookup postgres.svc.cluster.local on 10.96.0.11:53: no such host',
  ],
  [
    'panic: runtime error: index out of range [5] with length 3\n\ngoroutine 1 [running]:\nmain.main()',
    'panic: runtime error: index out of range [17] with length 17\n\ngoroutine 88 [running]:\nmain.work(0xc0000b2000)',
  ],
  ['open /etc/acme/config-7.yaml: permission denied', 'open ./local/config.yaml: permission denied'],
  [
    'Get "https://api.acme.io/a": context deadline exceeded',
    'Get "https://api.acme.io/b/c": context deadline exceeded',
  ],
  // PostgreSQL and other databases
  [
    'duplicate key value violates unique constraint "orders_pkey"',
    'duplicate key value violates unique constraint "users_email_key"',
  ],
  [
    'canceling statement due to statement timeout after 30 s',
    'canceling statement due to statement timeout after 2 min',
  ],
  [
    'deadlock detected: Process 4711 waits for ShareLock on transaction 99812; blocked by process 4712.',
    'deadlock detected: Process 12 waits for ShareLock on transaction 5; blocked by process 18223.',
  ],
  [
    'E11000 duplicate key error collection: shop.orders index: _id_ dup key: { _id: ObjectId("507f1f77bcf86cd799439011") }',
    'E11000 duplicate key error collection: shop.orders index: _id_ dup key: { _id: ObjectId("65a1f77bcf86cd7994390aa2") }',
  ],
  [
    "ERROR 1062 (23000): Duplicate entry '17' for key 'PRIMARY'",
    "ERROR 1062 (23000): Duplicate entry 'abc' for key 'name'",
  ],
  [
    'could not serialize access due to concurrent update (run 01ARZ3NDEKTSV4RRFFQ69G5FAV)',
    'could not serialize access due to concurrent update (run 01BX5ZZKBKACTAV9WEVGEMMVRZ)',
  ],
  // HTTP, AWS, Kubernetes, gRPC
  [
    'POST https://pay.acme.io/v1/charges responded with 502',
    'POST https://pay.acme.eu/v2/charges?x=1 responded with 502',
  ],
  ['502 Bad Gateway from 10.1.2.3', '502 Bad Gateway from 10.9.8.7'],
  [
    'AccessDenied: User arn:aws:iam::123456789012:user/ci is not authorized (RequestId: 8f14e45f-ceea-467f-a9f5-1d2e3f4a5b6c)',
    'AccessDenied: User arn:aws:iam::210987654321:user/ci is not authorized (RequestId: 0b1c2d3e-1111-4222-8333-444455556666)',
  ],
  [
    'ThrottlingException: Rate exceeded (Service: Ecs, Status Code: 400, Request ID: 3JX9QK2M7T)',
    'ThrottlingException: Rate exceeded (Service: Ecs, Status Code: 400, Request ID: 9ZP4WB8N1C)',
  ],
  [
    'Back-off restarting failed container app in pod web-7d9f8b6c5d-x2x4z',
    'Back-off restarting failed container app in pod web-5c8d7f9b44-bqkzt',
  ],
  ['0/12 nodes are available: 3 Insufficient cpu', '0/40 nodes are available: 11 Insufficient cpu'],
  [
    'Pod worker-0 was evicted at 2024-05-01T12:00:00Z',
    'Pod worker-17 was evicted at 2025-11-30T23:59:59.123+02:00',
  ],
  [
    'rpc error: code = Unavailable desc = connection error: dial tcp 10.1.1.1:443',
    'rpc error: code = Unavailable desc = connection error: dial tcp 10.1.1.2:8443',
  ],
  ['Command failed with exit code 137 after 12 s', 'Command failed with exit code 137 after 1 s'],
  // German, mails, amounts
  ['Rechnung 2024-0815 konnte nicht gebucht werden', 'Rechnung 2023-4711 konnte nicht gebucht werden'],
  [
    'Zeitüberschreitung nach 30 Sekunden beim Aufruf von https://erp.acme.de/a',
    'Zeitüberschreitung nach 5 Sekunden beim Aufruf von https://erp.acme.de/b',
  ],
  ['Datei „rechnung.pdf“ nicht gefunden', 'Datei „lieferschein-17.pdf“ nicht gefunden'],
  ['Mailbox ada@acme.io is full', 'Mailbox bob.b@other.example is full'],
  ['card declined for customer cus_NffrFeUfNV2Hib', 'card declined for customer cus_9s6XKzkNRiz8i3'],
  [
    'Token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dozjgNryP4J3jVmNHl0w5N has expired',
    'Token eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiI5OSJ9.aaajgNryP4J3jVmNHl0w77 has expired',
  ],
  ['balance is -12.50 EUR', 'balance is +3 EUR'],
  ['3 of 10 rows were refused', '7 of 2500 rows were refused'],
  ['gave up after 1 attempt', 'gave up after 3 attempts'],
  [
    '{"message":"Payment declined","requestId":"a1b2c3d4"}',
    '{"message":"Payment declined","requestId":"e5f6a7b8"}',
  ],
]

export const differing: readonly Pair[] = [
  ['Request failed with status code 404', 'Request failed with status code 500'],
  ['Request failed with status code 503', 'Request failed with status code 502'],
  ['HTTP 429', 'HTTP 503'],
  ['HTTP/1.1 502 Bad Gateway', 'HTTP/1.1 500 Internal Server Error'],
  ['POST https://pay.acme.io/v1 responded with 502', 'POST https://pay.acme.io/v1 responded with 503'],
  ['upstream returned 500', 'upstream returned 404'],
  ['got 401 from the billing service', 'got 403 from the billing service'],
  [
    'Server returned HTTP response code: 500 for URL: https://a.example/x',
    'Server returned HTTP response code: 403 for URL: https://a.example/x',
  ],
  [
    'S3Exception: refused (Service: S3, Status Code: 403, Request ID: ABC123)',
    'S3Exception: refused (Service: S3, Status Code: 404, Request ID: ABC124)',
  ],
  ['statusCode=400', 'statusCode=409'],
  ['{"status":503,"error":"no"}', '{"status":404,"error":"no"}'],
  ['{"message":"Payment declined"}', '{"message":"Card expired"}'],
  ['connect ECONNREFUSED 10.0.0.1:443', 'connect ETIMEDOUT 10.0.0.1:443'],
  ["network error, code: 'ECONNRESET'", "network error, code: 'EPIPE'"],
  ['[Errno 111] refused', '[Errno 110] refused'],
  ['ERROR: P0001', 'ERROR: P0002'],
  ['query failed, SQLSTATE 23505', 'query failed, SQLSTATE 23503'],
  ['SQLSTATE[42S02]: failed', 'SQLSTATE[42000]: failed'],
  ['database error (42P01)', 'database error (40P01)'],
  ['MongoServerError: E11000', 'MongoServerError: E11001'],
  ['ORA-00001: failed', 'ORA-12541: failed'],
  ['ERROR 1064 (42000): refused', 'ERROR 1062 (23000): refused'],
  ['Command failed with exit code 1', 'Command failed with exit code 137'],
  ['exit status 1', 'exit status 2'],
  ['process exited with 1', 'process exited with 143'],
  ['killed by signal 9', 'killed by signal 11'],
  ['Command was killed with SIGTERM', 'Command was killed with SIGKILL'],
  ['rpc error: code = Unavailable desc = x', 'rpc error: code = DeadlineExceeded desc = x'],
  ['grpc-status: 14', 'grpc-status: 4'],
  ['NullPointerException: x', 'IllegalStateException: x'],
  ['connection refused', 'connection reset by peer'],
  ['Customer not found', 'Order not found'],
  ['CrashLoopBackOff in pod a-5', 'ImagePullBackOff in pod a-5'],
  ['Fehlercode 12 beim Drucken', 'Fehlercode 17 beim Drucken'],
  ['Antwort mit Statuscode 404 von der Schnittstelle', 'Antwort mit Statuscode 500 von der Schnittstelle'],
  ['Konto gesperrt', 'Konto gelöscht'],
  ['read timeout', 'write timeout'],
  ['expected application/json', 'expected text/html'],
  ['hresult 0x80070005', 'hresult 0x80004005'],
  ['TypeError: x is not a function', 'TypeError: x is not iterable'],
  ['IPv4 is disabled', 'IPv6 is disabled'],
  ['java.io.IOException: closed', 'java.io.EOFException: closed'],
  ['error TS2345 in the build', 'error TS2304 in the build'],
  ['status: 404', 'status: 410'],
]
