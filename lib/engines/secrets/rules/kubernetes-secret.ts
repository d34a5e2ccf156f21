import { looksLikePassword } from '../likely-secret.ts';
import { entropyOf } from '../text-randomness.ts';
import { patternRule } from '../rule.ts';
import { base62, fake, leak } from '../rule-example.ts';

const reach = 3000;
const certificate = /(?:^|[._-])(?:crt|cert|ca|pub|pem)s?$/;

/** Finds the bounds of the YAML document around an offset. */
const documentAround = (text: string, at: number): { from: number; to: number } => {
  const before = text.slice(Math.max(0, at - reach), at);
  const after = text.slice(at, at + reach);
  const end = after.indexOf('\n---');
  return {
    from: at - before.length + Math.max(0, before.lastIndexOf('\n---')),
    to: at + (end === -1 ? after.length : end),
  };
};

/** Matches a key with its value on the same line, or as a block below. */
const entry =
  /^[ \t-]{0,40}"?(?<key>[\w.-]{1,80})"?:[ \t]{1,8}(?:[|>][+-]?\r?\n[ \t]{1,40})?["']?(?<value>[A-Za-z0-9+/]{8,8000}={0,2})["']?,?(?:[ \t]|\r?$)/d;
const telling = /pass|pwd|secret|token|key|cred|auth|dockerc/i;

const loginIn = (decoded: string): string => {
  const auth = /"auth"\s{0,4}:\s{0,4}"(?<auth>[A-Za-z0-9+/]{8,4000}={0,2})"/.exec(decoded)?.groups?.['auth'];
  if (auth === undefined) return decoded.slice(0, 128);
  const login = Buffer.from(auth, 'base64').toString('latin1');
  return login.slice(login.indexOf(':') + 1);
};

const isWorthKeeping = (key: string, value: string): boolean => {
  const decoded = Buffer.from(value, 'base64').toString('latin1').trim();
  // Another rule finds private keys in base64.
  if (certificate.test(key) || decoded.startsWith('-----BEGIN ')) return false;
  if (/^[\x20-\x7e\s]{4,8000}$/.test(decoded)) return looksLikePassword(loginIn(decoded));
  return telling.test(key) && value.length >= 24 && value.length % 4 === 0 && entropyOf(value) > 3.5;
};

/** Finds the first value under `data:` that decodes to a secret. */
const secretData = (
  { text }: { text: string; path: string },
  at: number,
): { start: number; end: number } | undefined => {
  const { from, to } = documentAround(text, at);
  if (!/data["']?:/.test(text.slice(from, to))) return undefined;
  let offset = from;
  let inData = false;
  const lines = text.slice(from, to).split('\n');
  for (const [index, line] of lines.entries()) {
    inData ||= /^[ \t]{0,2}"?data"?:/.test(line);
    const below = /:[ \t]{1,8}[|>][+-]?\r?$/.test(line) ? `\n${lines[index + 1] ?? ''}` : '';
    const found = inData ? entry.exec(line + below) : null;
    const { key = '', value = '' } = found?.groups ?? {};
    if (found && isWorthKeeping(key, value)) {
      const [start, end] = found.indices?.groups?.['value'] ?? [0, 0];
      return { start: offset + start, end: offset + end };
    }
    offset += line.length + 1;
  }
  return undefined;
};

const made = Buffer.from(fake(base62, 24)).toString('base64');

const login = Buffer.from(`deploy:${fake(base62, 18)}`).toString('base64');
const dockerConfig = Buffer.from(`{"auths":{"registry.a1.dev":{"auth":"${login}"}}}`).toString('base64');

export const kubernetesSecret = patternRule({
  id: 'kubernetes-secret',
  title: 'Kubernetes Secret with its values',
  keywords: ['kind: secret', "kind: 'secret'", 'kind: "secret"', '"kind": "secret"', '"kind":"secret"'],
  anchor: 'keyword',
  pattern: /(?:kind: ["']?[Ss]ecret|"kind": ?"Secret")(?!\w)/,
  refine: secretData,
  positives: () => [
    leak`apiVersion: v1\nkind: Secret\nmetadata:\n  name: app\ndata:\n  password: ${made}\n`,
    leak`kind: Secret\nmetadata:\n  name: pull\ndata:\n  .dockerconfigjson: |\n    ${dockerConfig}\n`,
    leak`{"kind": "Secret", "metadata": {},\n"data": {\n  "password": "${made}"\n}}`,
    leak`{"kind":"Secret",\n"data": {\n  "password": "${made}"\n}}`,
    leak`data:\n  sealing_key: ${Buffer.from(fake(base62, 40, 7), 'base64').toString('base64')}\nkind: Secret\n`,
  ],
  negatives: () => [
    'kind: Secret\nmetadata:\n  name: app\ndata:\n  password: cGFzc3dvcmQ=\n',
    `kind: SecretStore\nspec:\n  data: ${made}`,
    `kind: Secret\nmetadata:\n  name: app\n---\nkind: ConfigMap\ndata:\n  checksum: ${made}\n`,
  ],
});
