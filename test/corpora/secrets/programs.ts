import { crc32Base62 } from '@scangate/engines/model/base62-checksum';
import {
  base32,
  base62,
  base64,
  base64url,
  fake,
  fakeUuid,
  hex,
} from '@scangate/engines/secrets/rule-example';
import { file, plant, type SecretCase } from './secret-case.ts';

const basic = (seed: number): string => Buffer.from(`deploy:${fake(base62, 16, seed)}`).toString('base64');
const pem = (type: string, feed: string): string =>
  [
    `-----BEGIN ${type}-----`,
    ...Array.from({ length: 3 }, (_, i) => fake(base64, 64, i + 60)),
    `-----END ${type}-----`,
  ].join(feed);
const checked = (prefix: string, seed: number): string => {
  const body = fake(base62, 30, seed);
  return prefix + body + crc32Base62(body);
};

const commands: SecretCase[] = [
  file('generic', 'scripts/upload.sh')`#!/bin/sh
curl -fsS -u "deploy:${plant('curl-credentials', fake(base62, 16, 1))}" -T app.tgz https://files.a1.dev/
`,
  file(
    'generic',
    'scripts/charge.sh',
  )`curl https://pay.a1.dev/v1/charges -u ${plant('curl-user-key', fake(base62, 32, 2))}: -d amount=100
`,
  file('generic', 'docs-build/call.sh')`curl -s \
  -H 'Accept: application/json' \
  -H 'Authorization: Bearer ${plant('bearer-authorization', fake(base62, 40, 3))}' \
  https://api.a1.dev/orders
`,
  file(
    'generic',
    'scripts/basic.sh',
  )`curl -H "Authorization: Basic ${plant('basic-authorization', basic(4))}" https://api.a1.dev
`,
  file(
    'generic',
    'scripts/custom.sh',
  )`curl -X POST -H "X-Api-Token: ${plant('curl-header', fake(base62, 24, 5))}" https://api.a1.dev
`,
  file(
    'generic',
    'scripts/cookie.sh',
  )`curl --cookie "sessionid=${plant('session-cookie', fake(base62, 32, 6))}; theme=dark" https://app.a1.dev
`,
  file(
    'generic',
    'scripts/copied-as-curl.sh',
  )`curl 'https://app.a1.dev/me' -H 'Cookie: _ga=GA1.2.3; PHPSESSID=${plant('session-cookie', fake(hex, 32, 7))}'
`,
  file('generic', 'home/.zsh_history')`: 1700000000:0;git status
: 1700000001:0;curl --user admin:${plant('curl-credentials', `v3${fake(base62, 14, 8)}`)} https://a1.dev
`,
  file('generic', 'scripts/env.sh')`curl -u "$USER:$PASSWORD" -H "Authorization: Bearer $TOKEN" https://a1.dev
`,
  file('generic', 'scripts/sample.sh')`curl -u user:password -H "X-Api-Key: your-api-key" https://a1.dev
`,
  file(
    'generic',
    'scripts/idempotent.sh',
  )`curl -H "Idempotency-Key: ${fakeUuid(9)}" -H "X-Request-Id: ${fakeUuid(10)}" https://a1.dev
`,
];

const urls: SecretCase[] = [
  file(
    'urls',
    'src/queue.py',
  )`BROKER = "amqp://worker:${plant('url-credentials', fake(base62, 16, 11))}@mq.a1.dev:5672/jobs"
`,
  file(
    'urls',
    'src/mongo.js',
  )`mongoose.connect('mongodb+srv://app:${plant('url-credentials', fake(base62, 18, 12))}@c0.a1.mongodb.net/app');
`,
  file(
    'urls',
    'src/mail.go',
  )`const relay = "smtp://mailer:${plant('url-credentials', fake(base62, 15, 13))}@smtp.a1.dev:587"
`,
  file(
    'urls',
    'scripts/clone.sh',
  )`git clone https://x-access-token:${plant('github-token', checked('ghs_', 14))}@github.com/a1/b2.git
`,
  file(
    'urls',
    'src/ftp.php',
  )`$ftp = 'ftp://deploy:${plant('url-credentials', fake(base62, 14, 15))}@files.a1.dev/www';
`,
  file(
    'urls',
    'src/weather.ts',
  )`const answer = await fetch('https://api.a1.dev/v2/now?q=Oslo&appid=1&api_key=${plant('url-parameter-secret', fake(hex, 32, 16))}');
`,
  file(
    'urls',
    'jenkins/trigger.groovy',
  )`sh 'curl https://ci.a1.dev/job/app/build?token=${plant('url-parameter-secret', fake(base62, 32, 17))}&cause=push'
`,
  file(
    'urls',
    'src/Legacy.java',
  )`String url = "jdbc:mysql://db.a1.dev/app?user=app&password=${plant('url-parameter-secret', fake(base62, 18, 18))}";
`,
  file(
    'urls',
    'requirements.txt',
  )`--extra-index-url https://ci:${plant('url-credentials', fake(base62, 20, 19))}@pypi.a1.dev/simple
flask==3.0.0
`,
  file('urls', 'src/clean-urls.py')`A = "https://user:password@example.com/"
B = "postgres://postgres:postgres@localhost:5432/app"
C = f"https://{user}:{password}@a1.dev"
D = "https://a1.dev/at=12:30@noon"
E = "redis://:${'$'}{REDIS_PASSWORD}@cache:6379"
`,
  file('urls', 'src/clean-queries.ts')`const page = '/orders?page_token=' + next;
const map = 'https://maps.a1.dev/?key=YOUR_API_KEY_0000000000&v=3';
const hash = 'https://cdn.a1.dev/app.js?v=${fake(hex, 32, 20)}';
`,
];

const keys: SecretCase[] = [
  file('keys', 'certs/server.key')`${plant('private-key', pem('RSA PRIVATE KEY', '\n'))}
`,
  file('keys', 'home/.ssh/id_ed25519')`${plant('private-key', pem('OPENSSH PRIVATE KEY', '\n'))}
`,
  file('keys', 'certs/windows.key')`${plant('private-key', pem('EC PRIVATE KEY', '\r\n'))}
`,
  file('keys', 'certs/encrypted.pem')`${plant('private-key', pem('ENCRYPTED PRIVATE KEY', '\n'))}
`,
  file('keys', 'release/signing.asc')`${plant('private-key', pem('PGP PRIVATE KEY BLOCK', '\n'))}
`,
  file('keys', 'src/sign.js')`const key = "${plant('private-key', pem('PRIVATE KEY', '\\n'))}";
`,
  file('keys', 'src/Sign.java')`String key = "${plant('private-key', pem('PRIVATE KEY', '\\n" +\n    "'))}";
`,
  file('keys', 'src/crlf.json')`{ "key": "${plant('private-key', pem('RSA PRIVATE KEY', '\\r\\n'))}" }
`,
  file('keys', 'src/sign.py')`KEY = """${plant('private-key', pem('DSA PRIVATE KEY', '\n'))}"""
`,
  file('keys', 'config/app.yaml')`tls:
  key: |
    ${plant('private-key', pem('PRIVATE KEY', '\n    '))}
`,
  file(
    'keys',
    'config/encoded.yaml',
  )`key: ${plant('encoded-private-key', Buffer.from(`${pem('RSA PRIVATE KEY', '\n')}\n`).toString('base64'))}
`,
  file('keys', 'keys/me.ppk')`PuTTY-User-Key-File-2: ssh-rsa
Encryption: none
Private-Lines: 2
${plant('putty-private-key', fake(base64, 64, 21))}
${fake(base64, 44, 22)}
Private-MAC: ${fake(hex, 40, 23)}
`,
  file('keys', 'gcp/key.json')`{
  "type": "service_account",
  "private_key": "${plant('gcp-service-account', `${pem('PRIVATE KEY', '\\n')}\\n`)}",
  "client_email": "app@a1.iam.gserviceaccount.com"
}
`,
  file(
    'keys',
    'src/jwk.ts',
  )`export const jwk = { kty: 'EC', crv: 'P-256', d: '${plant('private-jwk', fake(base64url, 43, 24))}' };
`,
  file('keys', 'age/keys.txt')`# public key: age1${fake('qpzry9x8gf2tvdw0s3jn54khce6mua7l', 58, 25)}
${plant('age-secret-key', `AGE-SECRET-KEY-1${fake('QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L', 58, 26)}`)}
`,
  file('keys', 'certs/server.crt')`${pem('CERTIFICATE', '\n')}
`,
  file('keys', 'home/.ssh/id_rsa.pub')`ssh-rsa AAAAB3NzaC1yc2E${fake(base64, 300, 27)} deploy@a1
`,
  file(
    'keys',
    'src/parse.go',
  )`if !strings.HasPrefix(pem, "-----BEGIN RSA PRIVATE KEY-----") { return errNotAKey }
`,
  file(
    'keys',
    'src/help.ts',
  )`const placeholder = '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----';
`,
];

const providers: SecretCase[] = [
  file('provider', 'src/aws.py')`client = boto3.client("s3",
    aws_access_key_id="${plant('aws-access-key-id', `AKIA${fake(base32, 16, 28)}`)}",
    aws_secret_access_key="${plant('aws-secret-access-key', fake(base64, 40, 29))}")
`,
  file('provider', 'src/comment.c')`/* old token: ${plant('github-token', checked('gho_', 30))} */
int main(void) { return 0; }
`,
  file('provider', 'logs/app.log')`2026-01-01 INFO start
2026-01-01 DEBUG header x-api-key=${plant('sendgrid-api-key', `SG.${fake(base64url, 22, 31)}.${fake(base64url, 43, 32)}`)} sent
`,
  file(
    'provider',
    'src/two.ts',
  )`const live = '${plant('stripe-key', `sk_live_${fake(base62, 24, 33)}`)}', hook = '${plant('slack-token', `xoxb-${fake('123456789', 12, 34)}-${fake('123456789', 12, 35)}-${fake(base62, 24, 36)}`)}';
`,
  file('provider', 'node_modules/a/index.js')`module.exports = '${plant('npm-token', checked('npm_', 37))}';
`,
  file(
    'provider',
    'dist/app.min.js',
  )`!function(){var a="${plant('openai-api-key', `sk-proj-${fake(base64url, 74, 38)}T3BlbkFJ${fake(base64url, 74, 39)}`)}"}();
`,
  file('provider', 'docs/aws.md')`Set \`AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE\` and your secret.
`,
  file('provider', 'src/pattern.ts')`export const pattern = /ghp_[A-Za-z0-9]{36}/;
export const masked = 'ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx';
export const publishable = 'pk_live_${fake(base62, 24, 40)}';
`,
];

/** These files hold no secrets, though much in them looks like one. */
const clean: SecretCase[] = [
  file(
    'generic',
    'package-lock.json',
  )`{ "packages": { "node_modules/a": { "integrity": "sha512-${fake(base64, 86, 41)}==" } } }
`,
  file('generic', 'src/hashes.py')`SHA256 = "${fake(hex, 64, 42)}"
COMMIT = "${fake(hex, 40, 43)}"
ETAG = 'W/"${fake(hex, 32, 44)}"'
`,
  file(
    'generic',
    'locales/de.json',
  )`{ "password": "Passwort", "token_expired": "Ihr Token ist abgelaufen", "secret": "Geheimnis-Schlüssel" }
`,
  file('generic', 'src/form.tsx')`<input type="password" name="password" placeholder="Password123!" />
const passwordPattern = /^(?=.*\d)[A-Za-z\d]{8,}$/;
`,
  file('generic', 'src/errors.java')`static final String PASSWORD_RESET = "auth.password.reset.v2";
static final String TOKEN_HEADER = "X-Auth-Token-2";
`,
  file('generic', 'test/login.test.ts')`await login({ user: 'ada', password: 'Secr3t!pass' });
expect(token).toBe('abc123');
`,
  file('generic', 'src/lexer.rs')`let token = Token::Identifier("foo1");
let key = Key::from_str("ctrl-alt-del2");
`,
  file('generic', 'src/cache.go')`cacheKey := "user:profile:v2:0000000000000001"
primaryKey := "${fake(base62, 24, 45)}"
`,
  file('generic', 'data/users.csv')`id,name,password_hash
1,ada,$2b$12$${fake(base62, 53, 46)}
`,
  file('generic', 'src/image.css')`.a { background: url(data:image/png;base64,${fake(base64, 400, 47)}) }
`,
  file(
    'generic',
    'public/index.html',
  )`<script src="/app.js" integrity="sha384-${fake(base64, 64, 48)}"></script>
<meta name="csrf-token" content="${fake(base64, 44, 49)}">
`,
  file('generic', 'src/Keys.java')`SecretKey key = factory.newSecretKey("PBKDF2WithHmacSHA256", spec);
`,
  file(
    'generic',
    'src/user.js',
  )`const shown = await db.fields('user:1', ['password', 'password:shaWrapped', 'name']);
`,
  file('generic', 'pyproject.toml')`shared-password = "app.authenticators.shared:SharedPasswordAuthenticator"
`,
  file('generic', 'lang/de-DE.json')`{ "RabbitMQ Password": "RabbitMQ-Passwort" }
`,
  file('generic', 'src/read.php')`$password = getenv('DB_PASSWORD'); $secret = $config['secret_key_v2'];
`,
];

export const cases: SecretCase[] = [...commands, ...urls, ...keys, ...providers, ...clean];
